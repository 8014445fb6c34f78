/* The tables of actions, options, grids, keys and messages agree with each other. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "helpers.h"
#include "math/pass.h"
#include "random_model.h"
#include "scene/scene.h"
#include "session/action.h"
#include "base/key.h"
#include "session/language.h"
#include "said.h"
#include "suites.h"

START_TEST(every_action_is_found_by_its_name_and_names_are_unique) {
    for (size_t i = 0; i < action_count; i++) {
        ck_assert_ptr_eq(action_find(action_table[i].name), &action_table[i]);
        ck_assert_int_eq((action_table[i].apply != NULL) +
                             (action_table[i].plain != NULL) +
                             (action_table[i].overlay != OVERLAY_NONE),
                         1);
        ck_assert(action_table[i].most < 0 ||
                  action_table[i].least <= action_table[i].most);
    }
    ck_assert_ptr_null(action_find("nonsense"));
}
END_TEST

/* Words of a usage line outside brackets: what an action asks for at least. */
static int needed_words(const char *usage) {
    int count = 0, depth = 0;
    for (const char *at = usage; *at && *at != '|'; at++) {
        depth += *at == '[' ? 1 : *at == ']' ? -1 : 0;
        if (depth == 0 && *at != ' ' && *at != ']' && (at == usage || at[-1] == ' '))
            count++;
    }
    return count;
}

START_TEST(the_reader_of_scenes_lets_in_what_the_table_says) {
    for (size_t i = 0; i < action_count; i++) {
        bool in_scene = action_table[i].flags & ACTION_IN_SCENE;
        const char *name = action_table[i].name;
        if (strcmp(name, "step") == 0)
            continue; /* in a scene, it is the heading of one */
        Text text = {0};
        Scene scene;
        Error error = {0};
        text_format(&text, "attnscope,1\ntitle,en,T\ntokens,a\nstep,en,S\n%s,1,2\n",
                    name);
        bool fine = scene_parse(&scene, "t.csv", text.bytes, text.length, false, &error);
        ck_assert_msg(fine == in_scene, "%s", name);
        ck_assert(fine || error_says(&error, "may not stand in a scene"));
        if (fine)
            scene_release(&scene);
        text_release(&text);
    }
}
END_TEST

START_TEST(actions_of_a_file_neither_write_nor_walk) {
    static const char *const refused[] = {"save", "export", "scene", "next", "prev",
                                          "quit", "undo",   "reset", "move"};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        ck_assert_msg(!(action_find(refused[i])->flags & ACTION_IN_SCENE), "%s",
                      refused[i]);
}
END_TEST

START_TEST(every_usage_line_names_at_least_the_words_the_action_needs) {
    for (size_t i = 0; i < action_count; i++) {
        const ActionSpec *spec = &action_table[i];
        int words = needed_words(spec->usage);
        bool open_ended = strstr(spec->usage, "…") != NULL;
        if (strcmp(spec->name, "edit") == 0)
            ck_assert_int_eq(spec->least, words - 1); /* edit targets POSITION VALUE */
        else
            ck_assert_msg(open_ended ? spec->least <= words : spec->least == words,
                          "%s %s: needs %d, shows %d", spec->name, spec->usage,
                          spec->least, words);
        ck_assert_int_eq(open_ended, spec->most < 0);
    }
}
END_TEST

static void round_trip(const OptionSpec *spec, Options *options, const char *word) {
    char written[600];
    Error error = {0};
    ck_assert_msg(option_parse(spec, options, word, &error), "%s", said(&error));
    option_write(spec, options, written, sizeof written);
    ck_assert_str_eq(written, word);
}

START_TEST(completions_name_no_list_that_is_not_there) {
    Session session;
    open_shipped(&session, "16.4-heads", NULL);
    for (size_t i = 0; i < action_count; i++) {
        Prompt *prompt = &session.prompt;
        text_clear(&prompt->text);
        text_format(&prompt->text, "%s ", action_table[i].name);
        prompt->cursor = prompt->text.length;
        session_complete(&session);
        bool offers = *action_table[i].offers != '\0';
        ck_assert_msg(offers || !prompt->candidates.count, "%s", action_table[i].name);
        for (size_t c = 0; c < prompt->candidates.count; c++) {
            const char *word = prompt->candidates.word[c];
            ck_assert_msg(strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ|") < strlen(word),
                          "%s %s", action_table[i].name, word);
        }
    }
    session_close(&session);
}
END_TEST

START_TEST(every_option_reads_back_every_value_it_writes) {
    static const char *const numbers[] = {"-1000000000", "0.5", "3", "1e300", "0.1"};
    for (size_t i = 0; i < option_count; i++) {
        const OptionSpec *spec = &option_table[i];
        Options options = options_default(3);
        ck_assert_msg(option_is_default(spec, &options), "%s", spec->name);
        ck_assert_msg(!option_is_wrong(spec, &options), "%s", spec->name);
        for (size_t v = 0; spec->values && spec->values[v]; v++)
            if (spec->kind != OPTION_NUMBER)
                round_trip(spec, &options, spec->values[v]);
        if (spec->kind == OPTION_COUNT)
            round_trip(spec, &options, "2");
        if (spec->kind == OPTION_PERMUTATION)
            round_trip(spec, &options, "3,1,2");
        bool number = spec->kind == OPTION_NUMBER || spec->kind == OPTION_SCALE ||
                      spec->kind == OPTION_AMOUNT;
        for (size_t n = 1; number && n < 5; n++)
            round_trip(spec, &options, numbers[n]);
    }
}
END_TEST

START_TEST(no_option_takes_a_word_it_does_not_know) {
    static const char *const bad[] = {"",       "sideways", "1,1,2", "1,2",
                                      "3,2,1,", "-1",       "1e999"};
    for (size_t i = 0; i < option_count; i++)
        for (size_t b = 0; b < sizeof bad / sizeof *bad; b++) {
            const OptionSpec *spec = &option_table[i];
            Options options = options_default(3), old = options;
            Error error = {0};
            bool number = spec->kind == OPTION_NUMBER || spec->kind == OPTION_SCALE ||
                          spec->kind == OPTION_AMOUNT;
            if (number && strcmp(bad[b], "-1") == 0)
                continue;
            ck_assert_msg(!option_parse(spec, &options, bad[b], &error), "%s %s",
                          spec->name, bad[b]);
            ck_assert_ptr_nonnull(strstr(said(&error), spec->name));
            ck_assert_mem_eq(&options, &old, sizeof options);
        }
}
END_TEST

START_TEST(the_first_value_of_a_list_is_the_default) {
    for (size_t i = 0; i < option_count; i++) {
        Options options = options_default(2);
        if (option_table[i].kind == OPTION_CHOICE)
            ck_assert_msg(option_choice(&option_table[i], &options) == 0, "%s",
                          option_table[i].name);
    }
}
END_TEST

START_TEST(every_grid_is_found_by_its_name_and_by_a_head_where_it_has_heads) {
    for (size_t g = 0; g < GRID_COUNT; g++) {
        GridId grid;
        long head;
        char name[32];
        ck_assert(grid_parse(grid_table[g].name, &grid, &head, NULL));
        ck_assert_uint_eq(grid, g);
        ck_assert_int_eq(head, -1);
        snprintf(name, sizeof name, "%s.2", grid_table[g].name);
        ck_assert_int_eq(grid_parse(name, &grid, &head, NULL), grid_table[g].per_head);
        ck_assert(!grid_table[g].per_head || head == 1);
    }
    GridId grid;
    long head;
    Error error = {0};
    ck_assert(!grid_parse("weight", &grid, &head, &error));
    ck_assert(!grid_parse("weights.", &grid, &head, &error));
    ck_assert(!grid_parse("weights.0", &grid, &head, &error));
    ck_assert(!grid_parse("weights.x", &grid, &head, &error));
}
END_TEST

START_TEST(every_key_has_a_name_that_parses_and_is_bound_once) {
    for (size_t i = 0; i < binding_count; i++) {
        const char *at = binding_table[i].keys;
        int key;
        Error error = {0};
        while (key_parse(&at, &key, &error))
            for (size_t j = i + 1; j < binding_count; j++) {
                const char *others = binding_table[j].keys;
                int other;
                while (key_parse(&others, &other, NULL))
                    ck_assert_msg(key != other, "%s is bound twice",
                                  binding_table[i].keys);
            }
        ck_assert(!error_is_set(&error));
    }
}
END_TEST

START_TEST(every_key_names_an_action_that_the_door_takes) {
    Session session;
    open_shipped(&session, "16.4-heads", NULL);
    for (size_t i = 0; i < binding_count; i++) {
        const char *at = binding_table[i].keys;
        int key;
        Words words;
        ck_assert(key_parse(&at, &key, NULL));
        ck_assert_msg(binding_action(&session, key, &words), "%s", binding_table[i].keys);
        if (words.count) {
            const ActionSpec *spec = action_find(words.word[0]);
            ck_assert_msg(spec != NULL, "%s: %s", binding_table[i].keys, words.word[0]);
            int given = (int)words.count - 1;
            ck_assert(given >= spec->least && (spec->most < 0 || given <= spec->most));
        }
        words_release(&words);
    }
    session_close(&session);
}
END_TEST

START_TEST(keys_of_one_group_stand_together) {
    for (size_t i = 1; i < binding_count; i++)
        ck_assert_int_ge(binding_table[i].group, binding_table[i - 1].group);
}
END_TEST

static void is_said(const char *kind, const char *name) {
    char id[80];
    snprintf(id, sizeof id, kind, name);
    for (int lang = 0; lang < LANG_COUNT; lang++)
        ck_assert_msg(strcmp(message(lang, id), id) != 0 && *message(lang, id),
                      "no message %s in %s", id, lang_names[lang]);
    ck_assert_str_ne(message(LANG_EN, id), message(LANG_ZH, id));
}

START_TEST(every_action_option_and_key_is_explained_in_both_languages) {
    for (size_t i = 0; i < action_count; i++)
        is_said("action.%s", action_table[i].name);
    for (size_t i = 0; i < option_count; i++)
        is_said("option.%s", option_table[i].name);
    for (size_t i = 0; i < binding_count; i++)
        is_said("%s", binding_table[i].help);
}
END_TEST

START_TEST(every_rule_lift_and_order_is_told_in_both_languages) {
    for (Reason rule = 0; rule < REASONS; rule++) {
        for (Reason other = 0; other < rule; other++)
            ck_assert_int_ne(rule_table[rule].letter, rule_table[other].letter);
        if (rule != REASON_OPEN)
            is_said("screen.sign.%s", rule_table[rule].name);
        if (rule_table[rule].compare)
            is_said("explain.rule.%s", rule_table[rule].name);
    }
    for (size_t n = 0; n < LIFTS; n++) {
        is_said("explain.lift.%s", lift_table[n].name);
        ck_assert_uint_eq(option_find(lift_table[n].name)->offset, lift_table[n].offset);
    }
    for (size_t order = 0; order < ORDERS; order++) {
        is_said("lane.order.%s", order_names[order]);
        is_said("value.order.%s", order_names[order]);
    }
}
END_TEST

static void says_what_it_compares(const RuleInput *in, Reason rule, size_t key) {
    const char *sentence = rule_table[rule].compare(in, key).sentence;
    char id[80];
    snprintf(id, sizeof id, "explain.rule.%s.%s", rule_table[rule].name, sentence);
    if (sentence)
        ck_assert_msg(message(LANG_EN, id) != id, "no message %s", id);
}

START_TEST(every_comparison_of_a_rule_has_its_sentence) {
    size_t asked[REASONS] = {0};
    for (unsigned seed = 0; seed < 300; seed++) {
        Model model = random_model(seed);
        for (size_t i = 0; i < model_queries(&model, (Place){0}); i++) {
            RuleInput in = rule_input(&model, (Place){0}, i);
            for (Reason rule = 0; rule < REASONS; rule++)
                for (size_t j = 0; rule_in_force(&in, rule) && j < model.records[0].keys;
                     j++, asked[rule]++)
                    says_what_it_compares(&in, rule, j);
        }
        model_release(&model);
    }
    for (Reason rule = 0; rule < REASONS; rule++)
        ck_assert_msg(asked[rule] || !rule_table[rule].compare, "%s was never in force",
                      rule_table[rule].name);
}
END_TEST

static const char *const message_ids[] = {
#define MESSAGE(id, en, zh) id,
#include "messages.def"
#undef MESSAGE
    NULL,
};

START_TEST(messages_are_sorted_and_none_is_missing_in_a_language) {
    for (size_t i = 0; message_ids[i]; i++) {
        if (i)
            ck_assert_msg(strcmp(message_ids[i - 1], message_ids[i]) < 0, "%s",
                          message_ids[i]);
        for (int lang = 0; lang < LANG_COUNT; lang++)
            ck_assert_msg(*message(lang, message_ids[i]), "%s", message_ids[i]);
    }
}
END_TEST

/* The directives of a format, "%1$s" as 1 and s, in the order of their numbers. */
static void directives(const char *text, char found[10]) {
    memset(found, 0, 10);
    for (const char *at = strchr(text, '%'); at; at = strchr(at + 1, '%')) {
        int number;
        char kind = 0;
        if (sscanf(at, "%%%*1d$*%1d$", &number) == 1)
            found[number % 10] = '*';
        if (at[1] == '%')
            at++;
        else if (sscanf(at, "%%%1d$%*[0-9.l+z]%c", &number, &kind) == 2 ||
                 sscanf(at, "%%%1d$%c", &number, &kind) == 2)
            found[number % 10] = kind;
    }
}

START_TEST(messages_take_the_same_arguments_in_both_languages) {
    for (size_t i = 0; message_ids[i]; i++) {
        char one[10], other[10];
        directives(message(LANG_EN, message_ids[i]), one);
        directives(message(LANG_ZH, message_ids[i]), other);
        ck_assert_msg(memcmp(one, other, sizeof one) == 0, "%s", message_ids[i]);
    }
}
END_TEST

/* Where printf is checked, one that does not know the type of an argument aborts. */
START_TEST(messages_pass_over_no_argument) {
    for (size_t i = 0; message_ids[i]; i++) {
        char found[10];
        directives(message(LANG_EN, message_ids[i]), found);
        for (int number = 2; number < 10; number++)
            ck_assert_msg(!found[number] || found[number - 1], "%s", message_ids[i]);
    }
}
END_TEST

Suite *tables_suite(void) {
    Suite *suite = suite_create("tables");
    TCase *test = tcase_create("tables");
    tcase_add_test(test, every_action_is_found_by_its_name_and_names_are_unique);
    tcase_add_test(test, the_reader_of_scenes_lets_in_what_the_table_says);
    tcase_add_test(test, actions_of_a_file_neither_write_nor_walk);
    tcase_add_test(test, every_usage_line_names_at_least_the_words_the_action_needs);
    tcase_add_test(test, completions_name_no_list_that_is_not_there);
    tcase_add_test(test, every_option_reads_back_every_value_it_writes);
    tcase_add_test(test, no_option_takes_a_word_it_does_not_know);
    tcase_add_test(test, the_first_value_of_a_list_is_the_default);
    tcase_add_test(test,
                   every_grid_is_found_by_its_name_and_by_a_head_where_it_has_heads);
    tcase_add_test(test, every_key_has_a_name_that_parses_and_is_bound_once);
    tcase_add_test(test, every_key_names_an_action_that_the_door_takes);
    tcase_add_test(test, keys_of_one_group_stand_together);
    tcase_add_test(test, every_action_option_and_key_is_explained_in_both_languages);
    tcase_add_test(test, every_rule_lift_and_order_is_told_in_both_languages);
    tcase_add_test(test, every_comparison_of_a_rule_has_its_sentence);
    tcase_add_test(test, messages_are_sorted_and_none_is_missing_in_a_language);
    tcase_add_test(test, messages_take_the_same_arguments_in_both_languages);
    tcase_add_test(test, messages_pass_over_no_argument);
    suite_add_tcase(suite, test);
    return suite;
}
