// operator new that fails when it is told to, to be loaded ahead of a program.
#include <cstdlib>
#include <new>

static long left = -1;  // allocations that succeed; below 0: all do
static long failed = 0;

extern "C" void fail_after(long succeed) {
    left = succeed;
    failed = 0;
}
extern "C" long failures() {
    return failed;
}

static void* allocated(std::size_t size) {
    if (left == 0) {
        ++failed;
        throw std::bad_alloc();
    }
    if (left > 0) --left;
    void* memory = std::malloc(size == 0 ? 1 : size);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}

void* operator new(std::size_t size) {
    return allocated(size);
}
void* operator new[](std::size_t size) {
    return allocated(size);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
    std::free(memory);
}
