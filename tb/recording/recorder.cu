// Records what a CUDA application's kernels find in memory and leave there, on a real GPU. A library to load
// before the application's runtime, and no part of Heddle's build: README.md of this folder.
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <dlfcn.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace {

using Bytes = std::vector<unsigned char>;

[[noreturn]] void give_up(const std::string& what) {
  std::fprintf(stderr, "recorder: %s\n", what.c_str());
  std::_Exit(70);
}

/// The function of this name in the library that was loaded behind this one: the runtime's own.
template <class F>
F* next(const char* name) {
  void* found = dlsym(RTLD_NEXT, name);
  if (found == nullptr) give_up(std::string(name) + " is not in the CUDA runtime: link with --cudart=shared");
  return reinterpret_cast<F*>(found);
}

/// A function of the driver.
template <class F>
F* driver(const char* name) {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult result{};
  if (cudaGetDriverEntryPointByVersion(name, &found, 12000, cudaEnableDefault, &result) != cudaSuccess ||
      found == nullptr)
    give_up(std::string("the driver has no ") + name);
  return reinterpret_cast<F*>(found);
}

void must(cudaError_t status, const char* what) {
  if (status != cudaSuccess) give_up(std::string(what) + ": " + cudaGetErrorString(status));
}

std::string setting(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr) give_up(std::string(name) + " is not set");
  return value;
}

std::string hex(const unsigned char* bytes, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    char two[3];
    std::snprintf(two, sizeof two, "%02x", bytes[i]);
    text += two;
  }
  return text;
}

/// A piece of device memory, with what it is known to hold.
struct Piece {
  Bytes known{};
  bool seen = false;  ///< `known` has been read once
};

class Recorder {
 public:
  static Recorder& one() {
    static auto* recorder = new Recorder;  // outlives the application's own static objects
    return *recorder;
  }

  void allocate(void* pointer, std::size_t bytes) {
    const auto address = reinterpret_cast<std::uint64_t>(pointer);
    pieces_[address] = {Bytes(bytes)};
    step("{\"allocate\": " + std::to_string(address) + ", \"bytes\": " + std::to_string(bytes) + "}");
  }

  void release(void* pointer) {
    if (pieces_.erase(reinterpret_cast<std::uint64_t>(pointer)) != 0)
      step("{\"free\": " + std::to_string(reinterpret_cast<std::uint64_t>(pointer)) + "}");
  }

  void name_kernel(const void* handle, const char* name) { kernels_[handle] = name; }
  /// `handle` stands for the kernel that the application calls `host`.
  void same_kernel(const void* handle, const void* host) {
    kernels_[handle] = kernels_[host];
    hosts_[handle] = host;
  }

  void before(const void* kernel, dim3 grid, dim3 cta, void** arguments, std::size_t shared) {
    find_variables(kernel);
    must(cudaDeviceSynchronize(), "the work before a launch");
    read_back("write");
    const auto name = kernels_.find(kernel);
    if (name == kernels_.end()) give_up("a kernel without a name is launched");
    const auto sizes = parameters_.find(name->second);
    if (sizes == parameters_.end()) give_up(name->second + " is not in the PTX file");
    std::ostringstream text;
    text << "{\"launch\": \"" << name->second << "\", \"grid\": [" << grid.x << ", " << grid.y << ", "
         << grid.z << "], \"cta\": [" << cta.x << ", " << cta.y << ", " << cta.z
         << "], \"shared\": " << shared << ", \"parameters\": [";
    for (std::size_t i = 0; i < sizes->second.size(); ++i)
      text << (i ? ", " : "") << '"' << hex(static_cast<unsigned char*>(arguments[i]), sizes->second[i])
           << '"';
    step(text.str() + "]}");
  }

  void after() {
    must(cudaDeviceSynchronize(), "a launch");
    read_back("expect");
    std::fflush(steps_);
    std::fflush(data_);
  }

 private:
  Recorder() {
    const std::string base = setting("HEDDLE_RECORDING");
    const std::string ptx = setting("HEDDLE_PTX");
    read_ptx(ptx);
    steps_ = std::fopen((base + ".json").c_str(), "w");
    data_ = std::fopen((base + ".bin").c_str(), "wb");
    if (steps_ == nullptr || data_ == nullptr) give_up("cannot write " + base + ".json and .bin");
    std::atexit([] { one().end(); });
  }

  void begin() {
    cudaDeviceProp properties{};
    must(cudaGetDeviceProperties(&properties, 0), "the device's name");
    int driver = 0;
    must(cudaDriverGetVersion(&driver), "the driver's version");
    std::fprintf(steps_, "{\"device\": \"%s\", \"driver\": %d, \"steps\": [\n", properties.name, driver);
  }

  void end() {
    std::fprintf(steps_, "%s\n]}\n", first_ ? "{\"steps\": [" : "");
    std::fclose(steps_);
    std::fclose(data_);
  }

  void step(const std::string& text) {
    if (first_) begin();
    std::fprintf(steps_, "%s%s", first_ ? "" : ",\n", text.c_str());
    first_ = false;
  }

  /// The bytes of each parameter of each kernel of the PTX file, and the names of the module's variables.
  void read_ptx(const std::string& file) {
    std::ifstream in(file);
    std::stringstream all;
    all << in.rdbuf();
    const std::string text = all.str();
    if (text.empty()) give_up("cannot read " + file);
    static const std::map<std::string, std::size_t> bytes{{"8", 1}, {"16", 2}, {"32", 4}, {"64", 8}};
    const std::regex parameter(R"(\.([busf])(8|16|32|64)\s+[^,\[\]]*?(?:\[(\d+)\])?\s*$)");
    const std::regex variable(R"(^(?:\.\w+ )*\.(?:global|const) [^;={]*?([\w$]+)(?:\[\d*\])*\s*[;=])");
    std::stringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      std::smatch found;
      if (std::regex_search(line, found, variable)) variables_.push_back(found[1]);
    }
    std::size_t at = 0;
    while ((at = text.find(".entry ", at)) != std::string::npos) {
      at += 7;
      const std::size_t name_end = text.find_first_of("(\n {", at);
      auto& sizes = parameters_[text.substr(at, name_end - at)];
      if (text[name_end] != '(') continue;
      std::stringstream list(text.substr(name_end + 1, text.find(')', name_end) - name_end - 1));
      for (std::string one_parameter; std::getline(list, one_parameter, ',');) {
        std::smatch found;
        if (!std::regex_search(one_parameter, found, parameter)) continue;
        sizes.push_back(bytes.at(found[2]) * (found[3].matched ? std::stoul(found[3]) : 1));
      }
    }
  }

  /// Where the module's variables lie, those that only kernels know (tables of virtual functions) among them.
  void find_variables(const void* kernel) {
    if (variables_.empty()) return;
    static const auto get_module = driver<CUresult(CUmodule*, CUfunction)>("cuFuncGetModule");
    static const auto get_global =
        driver<CUresult(CUdeviceptr*, std::size_t*, CUmodule, const char*)>("cuModuleGetGlobal");
    cudaFunction_t function = nullptr;
    const auto host = hosts_.find(kernel);
    must(cudaGetFuncBySymbol(&function, host == hosts_.end() ? kernel : host->second), "a kernel's function");
    CUmodule module = nullptr;
    if (get_module(&module, reinterpret_cast<CUfunction>(function)) != CUDA_SUCCESS)
      give_up("a kernel has no module");
    for (const std::string& name : variables_) {
      CUdeviceptr address = 0;
      std::size_t bytes = 0;
      if (get_global(&address, &bytes, module, name.c_str()) != CUDA_SUCCESS)
        continue;  // the driver's compiler left it out
      pieces_[address] = {Bytes(bytes)};
      step("{\"variable\": \"" + name + "\", \"address\": " + std::to_string(address) +
           ", \"bytes\": " + std::to_string(bytes) + "}");
    }
    variables_.clear();
  }

  /// Reads all pieces, and makes a step for each whose content is another than what was known.
  void read_back(const char* kind) {
    for (auto& [address, piece] : pieces_) {
      Bytes now(piece.known.size());
      must(cudaMemcpy(now.data(), reinterpret_cast<void*>(address), now.size(), cudaMemcpyDeviceToHost),
           "reading memory");
      std::size_t begin = 0, end = now.size();
      if (piece.seen) {
        while (begin < end && now[begin] == piece.known[begin]) ++begin;
        while (end > begin && now[end - 1] == piece.known[end - 1]) --end;
      }
      piece.seen = true;
      if (begin == end) continue;
      begin &= ~std::size_t{7};  // whole words: a pointer is not cut
      end = std::min(now.size(), (end + 7) & ~std::size_t{7});
      step("{\"" + std::string(kind) + "\": " + std::to_string(address + begin) + ", \"data\": [" +
           std::to_string(data_bytes_) + ", " + std::to_string(end - begin) + "]}");
      std::fwrite(now.data() + begin, 1, end - begin, data_);
      data_bytes_ += end - begin;
      piece.known = std::move(now);
    }
  }

  std::FILE *steps_ = nullptr, *data_ = nullptr;
  bool first_ = true;
  std::size_t data_bytes_ = 0;
  std::map<std::uint64_t, Piece> pieces_;
  std::vector<std::string> variables_;
  std::map<const void*, std::string> kernels_;
  std::map<const void*, const void*> hosts_;
  std::map<std::string, std::vector<std::size_t>> parameters_;
};

/// Calls of the runtime's own functions inside one of them are not the application's.
thread_local bool inside = false;

template <class Launch>
cudaError_t recorded(const void* kernel, dim3 grid, dim3 cta, void** arguments, std::size_t shared,
                     Launch launch) {
  if (inside) return launch();
  inside = true;
  Recorder::one().before(kernel, grid, cta, arguments, shared);
  const cudaError_t status = launch();
  if (status == cudaSuccess) Recorder::one().after();
  inside = false;
  return status;
}

}  // namespace

// What the application calls, in place of the runtime's functions of the same names.
extern "C" {

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
  const cudaError_t status = next<cudaError_t(void**, std::size_t)>("cudaMalloc")(pointer, bytes);
  if (status == cudaSuccess && bytes != 0) Recorder::one().allocate(*pointer, bytes);
  return status;
}

cudaError_t cudaFree(void* pointer) {
  Recorder::one().release(pointer);
  return next<cudaError_t(void*)>("cudaFree")(pointer);
}

void __cudaRegisterFunction(void** module, const char* host, char* device, const char* name, int limit,
                            uint3* tid, uint3* bid, dim3* block, dim3* grid, int* warp) {
  Recorder::one().name_kernel(host, name);
  next<void(void**, const char*, char*, const char*, int, uint3*, uint3*, dim3*, dim3*, int*)>(
      "__cudaRegisterFunction")(module, host, device, name, limit, tid, bid, block, grid, warp);
}

cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* host) {
  const cudaError_t status = next<cudaError_t(cudaKernel_t*, const void*)>("__cudaGetKernel")(kernel, host);
  if (status == cudaSuccess) Recorder::one().same_kernel(*kernel, host);
  return status;
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 cta, void** arguments, std::size_t shared,
                               cudaStream_t stream) {
  return recorded(kernel, grid, cta, arguments, shared, [&] {
    return next<cudaError_t(cudaKernel_t, dim3, dim3, void**, std::size_t, cudaStream_t)>(
        "__cudaLaunchKernel")(kernel, grid, cta, arguments, shared, stream);
  });
}

cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 cta, void** arguments, std::size_t shared,
                             cudaStream_t stream) {
  return recorded(kernel, grid, cta, arguments, shared, [&] {
    return next<cudaError_t(const void*, dim3, dim3, void**, std::size_t, cudaStream_t)>("cudaLaunchKernel")(
        kernel, grid, cta, arguments, shared, stream);
  });
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* kernel, void** arguments) {
  return recorded(kernel, config->gridDim, config->blockDim, arguments, config->dynamicSmemBytes, [&] {
    return next<cudaError_t(const cudaLaunchConfig_t*, const void*, void**)>("cudaLaunchKernelExC")(
        config, kernel, arguments);
  });
}
}
