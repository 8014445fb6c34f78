/* What a scene becomes: lengths and widths from every source, what holds for all records and
 * layers, labels, padding, steps. Part of the reader's suite. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "scene/scene.h"
#include "said.h"

TCase *shape_tests(void);

/* The scene that a header and these rows make. */
static Scene scene_of(const char *rows) {
    Text text = {0};
    Scene scene;
    Error error = {0};
    text_append(&text, "attnscope,1\ntitle,en,T\n");
    text_append(&text, rows);
    ck_assert_msg(
        scene_parse(&scene, "folder/t.csv", text.bytes, text.length, false, &error), "%s",
        said(&error));
    text_release(&text);
    return scene;
}

static const Matrix *common(const Scene *scene, size_t record, RecordPart part) {
    return &scene->model.records[record].part[part].common;
}

START_TEST(lengths_come_from_whatever_tells_them) {
    static const struct {
        const char *rows;
        size_t queries, keys;
    } cases[] = {
        {"tokens,a,b,c\n", 3, 3},
        {"tokens,a,b,c\nquery-tokens,x\n", 1, 3},
        {"tokens,a\nquery-tokens,x,y\n", 2, 1},
        {"scores,1,2,3\nscores,1,2,3\n", 2, 3},
        {"weights,1,2,3\nweights,1,2,3\n", 2, 3},
        {"q,1\nq,2\nk,1\nk,2\nk,3\n", 2, 3},
        {"heads,2\nq.1,1\nq.2,2\nk,1,2\nk,2,1\nk,1,1\n", 1, 3},
        {"x,1\nx,2\nx,3\nwq,1\nwk,1\n", 3, 3},
        {"x,1\nx,2\nx,3\nwk,1\nwv,1\nq,1\n", 1, 3},
        {"x,1\nwq,1\nk,1\nk,2\nv,1\nv,2\n", 1, 2},
        {"x,1\nx,2\nscores,1,2\nwv,1\n", 1, 2},
        {"x,1\nscores,1,2\nv,1\nv,2\n", 1, 2},
        {"tokens,a,b\nmask,1,1\nmask,1,1\nmask,1,1\n", 3, 2},
        {"tokens,a,b\nquery-padding,0\n", 1, 2},
        {"tokens,a,b\nv,1\nv,2\n", 2, 2},
        {"tokens,a,b\nv,1\nv,2\nlayer,2\nwv,1\n", 2, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Scene scene = scene_of(cases[i].rows);
        ck_assert_msg(scene.model.records[0].queries == cases[i].queries, "%s",
                      cases[i].rows);
        ck_assert_msg(scene.model.records[0].keys == cases[i].keys, "%s", cases[i].rows);
        scene_release(&scene);
    }
}
END_TEST

START_TEST(numbers_before_the_first_record_are_shared_by_all) {
    Scene scene =
        scene_of("scores,0,1\nscores,0,0\nv,1\nv,2\nbias,1,1\nbias,1,1\n"
                 "record,a\nrecord,b\nv,3\nv,4\nv,5\nscores,1,1,1\nbias,0,0,0\n");
    ck_assert_uint_eq(scene.model.record_count, 2);
    ck_assert_str_eq(scene.labels[1].name, "b");
    ck_assert_uint_eq(scene.model.records[0].keys, 2);
    ck_assert_uint_eq(scene.model.records[1].keys, 3);
    ck_assert_uint_eq(scene.model.records[1].queries, 1);
    ck_assert(matrix_at(common(&scene, 0, PART_V), 1, 0) == 2);
    ck_assert(matrix_at(common(&scene, 1, PART_V), 2, 0) == 5);
    scene_release(&scene);
    scene = scene_of("scores,0,1\nscores,0,0\nrecord,a\nrecord,b\nrecord,c\nscores,1\n");
    ck_assert(matrix_same_store(common(&scene, 0, PART_SCORES),
                                common(&scene, 1, PART_SCORES)));
    ck_assert(!matrix_same_store(common(&scene, 0, PART_SCORES),
                                 common(&scene, 2, PART_SCORES)));
    scene_release(&scene);
}
END_TEST

START_TEST(a_heads_own_matrix_replaces_the_common_one_for_its_head) {
    Scene scene = scene_of("heads,2\nscores,1\nscores.2,2\nmask.1,0\nrecord,a\nrecord,b\n"
                           "scores.1,3\nrecord,c\nscores,4\n");
    static const double expected[3][2] = {{1, 2}, {3, 2}, {4, 4}};
    for (size_t r = 0; r < 3; r++)
        for (size_t h = 0; h < 2; h++) {
            const Part *part = &scene.model.records[r].part[PART_SCORES];
            ck_assert(matrix_at(part_of(part, h), 0, 0) == expected[r][h]);
        }
    const Part *mask = &scene.model.records[0].part[PART_MASK];
    ck_assert(matrix_present(part_of(mask, 0)) && !matrix_present(part_of(mask, 1)));
    scene_release(&scene);
}
END_TEST

START_TEST(parameters_before_the_first_layer_hold_for_all_layers) {
    Scene scene =
        scene_of("x,1,0\nx,0,1\nheads,2,1\nwq,1,2\nwq,3,4\nwk,1\nwk,2\nwv,1\nwv,2\n"
                 "layer,3\nheads,1\nwq,5\nwq,6\n");
    const Model *model = &scene.model;
    ck_assert_uint_eq(model->layer_count, 3);
    ck_assert_uint_eq(model->layers[1].heads, 2);
    ck_assert_uint_eq(model->layers[1].kv_heads, 1);
    ck_assert_uint_eq(model->layers[2].heads, 1);
    ck_assert_uint_eq(model->layers[2].options.head_order.count, 1);
    ck_assert(matrix_same_store(&model->layers[0].part[PART_WQ].common,
                                &model->layers[1].part[PART_WQ].common));
    ck_assert(matrix_at(&model->layers[2].part[PART_WQ].common, 1, 0) == 6);
    ck_assert(matrix_same_store(&model->layers[0].part[PART_WV].common,
                                &model->layers[2].part[PART_WV].common));
    scene_release(&scene);
}
END_TEST

START_TEST(comments_and_blank_rows_do_not_part_a_matrix) {
    Scene scene = scene_of("x,1\n\n# c\n,,\nx,2\nwq,1\nwk,1\n");
    ck_assert_uint_eq(common(&scene, 0, PART_X)->rows, 2);
    scene_release(&scene);
}
END_TEST

START_TEST(padding_comes_from_its_row_or_from_the_label) {
    Scene scene = scene_of("tokens,a,PAD,pad\n");
    const Record *record = &scene.model.records[0];
    ck_assert_mem_eq(record->padding, "\0\1\0", 3);
    ck_assert(!record->query_padding && !record->segments && !record->query_segments);
    scene_release(&scene);
    scene =
        scene_of("tokens,a,PAD,b\npadding,1,0,0\nsegments,1,1,-2\nquery-tokens,PAD,b\n");
    record = &scene.model.records[0];
    ck_assert_mem_eq(record->padding, "\1\0\0", 3);
    ck_assert_mem_eq(record->query_padding, "\1\0", 2);
    ck_assert_int_eq(record->segments[2], -2);
    ck_assert(!record->query_segments);
    scene_release(&scene);
    scene = scene_of("tokens,a,b\nquery-tokens,PAD\nquery-padding,0\nsegments,1,2\n"
                     "query-segments,7\n");
    record = &scene.model.records[0];
    ck_assert_int_eq(record->query_padding[0], 0);
    ck_assert_int_eq(record->query_segments[0], 7);
    scene_release(&scene);
}
END_TEST

START_TEST(lists_before_the_first_record_are_marked_as_common) {
    Scene scene =
        scene_of("tokens,a\ntargets,b\nsegments,1\nrecord,r\nrecord,s\ntargets,c\n"
                 "padding,0\n");
    ck_assert(scene.labels[0].targets_common && scene.labels[0].padding_common);
    ck_assert(!scene.labels[1].targets_common && !scene.labels[1].padding_common);
    ck_assert(scene.labels[0].segments_common && scene.labels[1].segments_common);
    scene_release(&scene);
}
END_TEST

START_TEST(labels_are_positions_where_none_are_given) {
    Scene scene = scene_of("base,0\nscores,1,2\n");
    ck_assert_str_eq(scene.labels[0].tokens[0], "0");
    ck_assert_str_eq(scene.labels[0].query_tokens[0], "1");
    ck_assert(!scene.labels[0].has_tokens && !scene.labels[0].targets);
    scene_release(&scene);
    scene = scene_of("tokens,a,b\nquery-tokens,x,y,z\n");
    ck_assert_str_eq(scene.labels[0].query_tokens[2], "z");
    scene_release(&scene);
    scene = scene_of("tokens,a\nscores,1\nscores,2\n");
    ck_assert_str_eq(scene.labels[0].query_tokens[0], "1");
    ck_assert_str_eq(scene.labels[0].query_tokens[1], "a");
    scene_release(&scene);
}
END_TEST

START_TEST(targets_name_candidates_or_stand_for_themselves) {
    Scene scene = scene_of("tokens,a,b,c,d\nv,1,2\nv,1,2\nv,1,2\nv,1,2\ncandidates,p,q\n"
                           "targets,q,-,p\n");
    const int expected[] = {1, NO_TARGET, 0, NO_TARGET};
    ck_assert_mem_eq(scene.model.records[0].targets, expected, sizeof expected);
    ck_assert_str_eq(scene.labels[0].targets[0], "q");
    ck_assert_str_eq(scene.labels[0].targets[1], "");
    ck_assert_int_eq(scene.model.loss, LOSS_PROBS);
    ck_assert_str_eq(scene.candidates.word[1], "q");
    scene_release(&scene);
    scene = scene_of("tokens,a,b\ntargets,,z\n");
    ck_assert_int_eq(scene.model.records[0].targets[0], NO_TARGET);
    ck_assert_int_eq(scene.model.records[0].targets[1], UNNAMED_TARGET);
    ck_assert_int_eq(scene.model.loss, LOSS_NONE);
    scene_release(&scene);
    scene = scene_of("tokens,a\ntargets\n");
    ck_assert_int_eq(scene.model.records[0].targets[0], NO_TARGET);
    scene_release(&scene);
}
END_TEST

START_TEST(steps_keep_their_texts_actions_and_lines) {
    Scene scene =
        scene_of("tokens,a\nset,causal,on\nsay,en,\"one\ntwo\"\nexpect,y,1,\nstep,en,S\n"
                 "# c\nstep,zh,Z\nstep,en,U\nset,head-order,\"2,1\"\ntolerance,0.5\n"
                 "expect,error,no key\nrecord,1\nsay,en,a\nsay,en,b\nstep,zh,V\n");
    ck_assert_uint_eq(scene.step_count, 3);
    const Step *start = &scene.steps[0], *second = &scene.steps[2];
    ck_assert_uint_eq(start->line_count, 2);
    ck_assert_str_eq(start->lines[0].words.word[0], "set");
    ck_assert_int_eq(start->lines[0].number, 4);
    ck_assert_str_eq(texts_in(&start->say, "zh", 0), "one two");
    ck_assert_int_eq(start->lines[1].kind, LINE_EXPECT);
    ck_assert_str_eq(start->lines[1].words.word[0], "y");
    ck_assert_int_eq(start->lines[1].number, 7);
    ck_assert_uint_eq(scene.steps[1].heading.count, 2);
    ck_assert_str_eq(texts_in(&scene.steps[1].heading, "zh", 0), "Z");
    ck_assert_int_eq(second->number, 11);
    ck_assert_str_eq(second->lines[0].words.word[2], "2,1");
    ck_assert_int_eq(second->lines[1].kind, LINE_TOLERANCE);
    ck_assert(second->lines[1].tolerance == 0.5);
    ck_assert_str_eq(second->lines[3].words.word[0], "record");
    ck_assert_str_eq(texts_in(&second->say, "en", 1), "b");
    ck_assert_ptr_null(texts_in(&second->say, "en", 2));
    ck_assert(scene.tolerance == 5e-7);
    scene_release(&scene);
}
END_TEST

START_TEST(an_action_between_two_headings_makes_them_two_steps) {
    Scene scene = scene_of("tokens,a\nstep,en,S\nset,causal,on\nstep,zh,Z\n");
    ck_assert_uint_eq(scene.step_count, 2);
    scene_release(&scene);
}
END_TEST

START_TEST(a_record_or_layer_named_again_before_the_steps_is_the_action) {
    Scene scene = scene_of("tokens,a\nv,1\nrecord,a\nrecord,b\nlayer,2\nwv,1\nrecord,a\n"
                           "layer,2\nrecord,next\nfocus,y,1,1\n");
    ck_assert_uint_eq(scene.model.record_count, 2);
    ck_assert_uint_eq(scene.steps[0].line_count, 4);
    ck_assert_str_eq(scene.steps[0].lines[0].words.word[1], "a");
    ck_assert_str_eq(scene.steps[0].lines[1].words.word[0], "layer");
    scene_release(&scene);
}
END_TEST

START_TEST(id_is_the_files_name_unless_given) {
    Scene scene = scene_of("tokens,a\n");
    ck_assert_str_eq(scene.id, "t");
    ck_assert_str_eq(scene.source, "");
    ck_assert_str_eq(scene.path, "folder/t.csv");
    ck_assert_int_eq(scene.base, 1);
    scene_release(&scene);
    scene = scene_of("id,other\nsource,\"a, b\"\ntolerance,1e-3\noffset,-2\ntokens,a\n");
    ck_assert_str_eq(scene.id, "other");
    ck_assert_str_eq(scene.source, "a, b");
    ck_assert(scene.tolerance == 1e-3);
    ck_assert(scene.model.records[0].has_offset && scene.model.records[0].offset == -2);
    scene_release(&scene);
}
END_TEST

START_TEST(infinities_and_nan_are_numbers_of_a_scene) {
    Scene scene = scene_of("scores,inf,-inf,nan\nbias,-inf,0,nan\nv,nan\nv,inf\nv,1/0\n");
    ck_assert(isnan(matrix_at(common(&scene, 0, PART_SCORES), 0, 2)));
    ck_assert(matrix_at(common(&scene, 0, PART_BIAS), 0, 0) == -INFINITY);
    scene_release(&scene);
}
END_TEST

START_TEST(texts_fall_back_to_english_then_to_the_first) {
    Scene scene =
        scene_of("title,zh,\xe6\xad\xa5\ntitle,fr,F\ntokens,a\nsay,fr,f\nsay,de,d\n");
    ck_assert_str_eq(texts_in(&scene.title, "zh", 0), "\xe6\xad\xa5");
    ck_assert_str_eq(texts_in(&scene.title, "de", 0), "T");
    ck_assert_str_eq(texts_in(&scene.steps[0].say, "en", 0), "f");
    ck_assert_ptr_null(texts_in(&scene.steps[0].heading, "en", 0));
    scene_release(&scene);
}
END_TEST

TCase *shape_tests(void) {
    TCase *tests = tcase_create("shapes");
    tcase_add_test(tests, lengths_come_from_whatever_tells_them);
    tcase_add_test(tests, numbers_before_the_first_record_are_shared_by_all);
    tcase_add_test(tests, a_heads_own_matrix_replaces_the_common_one_for_its_head);
    tcase_add_test(tests, parameters_before_the_first_layer_hold_for_all_layers);
    tcase_add_test(tests, comments_and_blank_rows_do_not_part_a_matrix);
    tcase_add_test(tests, padding_comes_from_its_row_or_from_the_label);
    tcase_add_test(tests, lists_before_the_first_record_are_marked_as_common);
    tcase_add_test(tests, labels_are_positions_where_none_are_given);
    tcase_add_test(tests, targets_name_candidates_or_stand_for_themselves);
    tcase_add_test(tests, steps_keep_their_texts_actions_and_lines);
    tcase_add_test(tests, an_action_between_two_headings_makes_them_two_steps);
    tcase_add_test(tests, a_record_or_layer_named_again_before_the_steps_is_the_action);
    tcase_add_test(tests, id_is_the_files_name_unless_given);
    tcase_add_test(tests, infinities_and_nan_are_numbers_of_a_scene);
    tcase_add_test(tests, texts_fall_back_to_english_then_to_the_first);
    return tests;
}
