/* The suites, one a file, in the order in which they run. */
#ifndef SUITES_H
#define SUITES_H

#include <check.h>

Suite *text_suite(void);
Suite *number_suite(void);
Suite *array_suite(void);
Suite *matrix_suite(void);
Suite *npz_suite(void);
Suite *frame_suite(void);
Suite *palette_suite(void);
Suite *laws_suite(void);
Suite *exponential_suite(void);
Suite *kernel_suite(void);
Suite *survey_suite(void);
Suite *reader_suite(void);
Suite *library_suite(void);
Suite *tables_suite(void);
Suite *session_suite(void);
Suite *history_suite(void);
Suite *input_suite(void);
Suite *translate_suite(void);
Suite *question_suite(void);
Suite *save_suite(void);
Suite *files_suite(void);
Suite *layout_suite(void);
Suite *cell_suite(void);
Suite *frames_suite(void);
Suite *golden_suite(void);
Suite *work_suite(void);
Suite *overlays_suite(void);
Suite *explain_suite(void);
Suite *trace_suite(void);
Suite *scenes_suite(void);
Suite *lessons_suite(void);
Suite *covers_suite(void);
Suite *chinese_suite(void);
Suite *random_suite(void);
Suite *soak_suite(void);
Suite *outputs_suite(void);
Suite *export_suite(void);
Suite *curses_suite(void);
Suite *mouse_suite(void);
Suite *journal_suite(void);
Suite *cli_suite(void);
Suite *program_suite(void);

#endif
