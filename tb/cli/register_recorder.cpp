#include "tb/cli/register_recorder.hpp"

#include <fstream>
#include <utility>

#include "hw/sm/plain_form.hpp"
#include "models/base/error.hpp"

namespace heddle {
namespace {

class RecordingForm final : public RegisterForm {
 public:
  RecordingForm(std::unique_ptr<RegisterForm> form, std::shared_ptr<RecordedRegisters> registers,
                std::size_t limit)
      : form_(std::move(form)), registers_(std::move(registers)), limit_(limit) {}

  bool start_write(const RegisterWrite& w) override {
    if (!form_->start_write(w)) return false;
    if (registers_->size() < limit_) registers_->push_back(w.data);
    return true;
  }
  void attach(Clocked& pipeline) override { form_->attach(pipeline); }
  void begin_cycle() override { form_->begin_cycle(); }
  const WarpRegister* read_done(unsigned cluster) override { return form_->read_done(cluster); }
  void start_read(unsigned cluster, RegisterId r, const WarpRegister& bytes) override {
    form_->start_read(cluster, r, bytes);
  }
  bool write_done(RegisterWrite& out) override { return form_->write_done(out); }
  unsigned writes_in_flight() const override { return form_->writes_in_flight(); }
  BankSet banks(RegisterId r) const override { return form_->banks(r); }
  bool plain(RegisterId r) const override { return form_->plain(r); }
  PartialWrites partial_writes() const override { return form_->partial_writes(); }
  std::uint8_t plain_form() const override { return form_->plain_form(); }
  void writing(unsigned requester, const RegisterWrite& w) override { form_->writing(requester, w); }
  void clear(RegisterRange range) override { form_->clear(range); }
  bool busy() const override { return form_->busy(); }

 private:
  std::unique_ptr<RegisterForm> form_;
  std::shared_ptr<RecordedRegisters> registers_;
  std::size_t limit_;
};

}  // namespace

FormMaker recording(const FormMaker& form, std::shared_ptr<RecordedRegisters> registers, std::size_t limit) {
  return [form, registers, limit,
          first = true](const FormParts& parts) mutable -> std::unique_ptr<RegisterForm> {
    std::unique_ptr<RegisterForm> made = form ? form(parts) : std::make_unique<PlainForm>();
    if (!std::exchange(first, false)) return made;
    return std::make_unique<RecordingForm>(std::move(made), registers, limit);
  };
}

void write_registers(const std::filesystem::path& file, const RecordedRegisters& registers) {
  std::ofstream out(file, std::ios::binary);
  for (const WarpRegister& r : registers) out.write(reinterpret_cast<const char*>(&r), sizeof r);
  out.close();
  if (!out) throw Error({.what = "the recorded registers cannot be written", .value = file.string()});
}

}  // namespace heddle
