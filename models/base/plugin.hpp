// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A plug-in is a shared object whose static `Registration`s add techniques, workloads, blocks or commands to
/// the program that loads it (`--plugin`). It is made with the CMake target heddle::plugin, and one of its
/// files holds HEDDLE_PLUGIN: it says for which version of Heddle the plug-in was compiled, because a class
/// of another version may be laid out otherwise.
#define HEDDLE_PLUGIN extern "C" const char heddle_plugin_version[] = HEDDLE_VERSION;
