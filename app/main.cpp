#include "app/command_line.h"

int main(int count, char** arguments) {
    return attn::run_command_line(count, arguments);
}
