/* Runs every suite. CK_RUN_SUITE and CK_RUN_CASE choose; the last line counts. */
#include <locale.h>
#include <stdlib.h>

#include "suites.h"

int main(void) {
    Suite *(*const suites[])(void) = {
        text_suite,    number_suite,   array_suite,     matrix_suite,      npz_suite,
        frame_suite,   palette_suite,  laws_suite,      exponential_suite, kernel_suite,
        survey_suite,  reader_suite,   library_suite,   tables_suite,      session_suite,
        history_suite, input_suite,    translate_suite, question_suite,    save_suite,
        files_suite,   layout_suite,   cell_suite,      golden_suite,      frames_suite,
        work_suite,    overlays_suite, explain_suite,   trace_suite,       scenes_suite,
        lessons_suite, covers_suite,   chinese_suite,   random_suite,      soak_suite,
        outputs_suite, export_suite,   curses_suite,    mouse_suite,       cli_suite,
        journal_suite, program_suite,
    };
    setlocale(LC_CTYPE, "C.UTF-8");
    SRunner *runner = srunner_create(NULL);
    for (size_t i = 0; i < sizeof suites / sizeof *suites; i++)
        srunner_add_suite(runner, suites[i]());
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
