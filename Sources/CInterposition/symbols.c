#define _GNU_SOURCE
#include "original.h"

#include <stdlib.h>
#include <string.h>

// The names of this program's functions, for reports: which function of the app has set a timer.

#if defined(__linux__)

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct function {
    uintptr_t start;
    uintptr_t size;
    const char *name;
};

// Read once. The file stays mapped for the names.
static struct {
    struct function *functions;
    size_t count;
    uintptr_t base;
} program;

static int by_start(const void *one, const void *other) {
    uintptr_t a = ((const struct function *)one)->start, b = ((const struct function *)other)->start;
    return (a > b) - (a < b);
}

static bool is_inside(size_t offset, size_t length, size_t size) { return offset <= size && length <= size - offset; }

static void read_table(const char *file, size_t size, const Elf64_Shdr *symbols, const Elf64_Shdr *names) {
    if (!is_inside(symbols->sh_offset, symbols->sh_size, size) || !is_inside(names->sh_offset, names->sh_size, size))
        return;
    const Elf64_Sym *table = (const Elf64_Sym *)(file + symbols->sh_offset);
    size_t count = symbols->sh_size / sizeof *table;
    program.functions = malloc(count * sizeof *program.functions);
    if (program.functions == NULL) return;
    for (size_t i = 0; i < count; i++) {
        if (ELF64_ST_TYPE(table[i].st_info) != STT_FUNC || table[i].st_value == 0) continue;
        if (table[i].st_name >= names->sh_size) continue;
        program.functions[program.count++] =
            (struct function){table[i].st_value, table[i].st_size, file + names->sh_offset + table[i].st_name};
    }
    qsort(program.functions, program.count, sizeof *program.functions, by_start);
}

static int first_object(struct dl_phdr_info *info, size_t size, void *base) {
    (void)size;
    *(uintptr_t *)base = info->dlpi_addr;
    return 1;
}

static void read_program(void) {
    dl_iterate_phdr(first_object, &program.base);
    int descriptor = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (descriptor < 0) return;
    if (fstat(descriptor, &status) == 0 && (size_t)status.st_size > sizeof(Elf64_Ehdr)) {
        size_t size = (size_t)status.st_size;
        const char *file = mmap(NULL, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
        const Elf64_Ehdr *header = (const Elf64_Ehdr *)file;
        if (file != MAP_FAILED && memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 &&
            header->e_ident[EI_CLASS] == ELFCLASS64 &&
            is_inside(header->e_shoff, (size_t)header->e_shnum * sizeof(Elf64_Shdr), size)) {
            const Elf64_Shdr *sections = (const Elf64_Shdr *)(file + header->e_shoff);
            for (int i = 0; i < header->e_shnum; i++)
                if (sections[i].sh_type == SHT_SYMTAB && sections[i].sh_link < header->e_shnum)
                    read_table(file, size, &sections[i], &sections[sections[i].sh_link]);
        }
    }
    close(descriptor);
}

const char *FARADAY_LOCAL(faraday_function_at)(uintptr_t address) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_program);
    uintptr_t place = address - program.base;
    size_t low = 0, high = program.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (program.functions[middle].start <= place) low = middle + 1; else high = middle;
    }
    if (low == 0) return NULL;
    const struct function *found = &program.functions[low - 1];
    return place - found->start < found->size ? found->name : NULL;
}

uintptr_t FARADAY_LOCAL(faraday_offset_at)(uintptr_t address) {
    return faraday_function_at(address) != NULL ? address - program.base : 0;
}

#else

#include <dlfcn.h>

uintptr_t FARADAY_LOCAL(faraday_offset_at)(uintptr_t address) { return 0; }

const char *FARADAY_LOCAL(faraday_function_at)(uintptr_t address) {
    Dl_info info;
    return dladdr((const void *)address, &info) != 0 ? info.dli_sname : NULL;
}

#endif

extern char *swift_demangle(const char *name, size_t length, char *buffer, size_t *size, uint32_t flags);

char *FARADAY_LOCAL(faraday_demangle)(const char *name) { return swift_demangle(name, strlen(name), NULL, NULL, 0); }
