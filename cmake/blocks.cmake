# Every block, with its technique and its model; HeddleBlock.cmake says what belongs to one.
heddle_block(bank_arbiter TECHNIQUE register_file MODEL bank_arbitration)
heddle_block(mov_injector TECHNIQUE register_file MODEL mov_injection)
heddle_block(power_gate TECHNIQUE register_file MODEL power_gating)
heddle_block(bdi_compressor TECHNIQUE warped_compression MODEL bdi)
heddle_block(bdi_decompressor TECHNIQUE warped_compression MODEL bdi)
heddle_block(range_indicator_table TECHNIQUE warped_compression MODEL range_indicators)
heddle_check_undeclared()
