#pragma once

#include "core/files/json_keys.h"
#include "core/lesson/lesson.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn {

// Readers for the parts of a lesson's file.

/// Reads a text that fits beside the stage.
void read_words(const Field& field, std::string& into);
std::vector<std::string> read_texts(const Field& list);
std::vector<ArrayId> read_arrays(const Field& list);
/// The readers of bets, sentences and tasks get the sizes of the session that these are about.
Bet read_bet(const Field& field, const Sizes& sizes);
std::vector<Said> read_said(const Field& list, const Sizes& sizes);
LessonTask read_task(const Field& field, const Sizes& sizes);

/// The keys of bets, tasks and sentences; some occur more than once.
std::vector<std::string_view> part_key_names();
/// All keys of a lesson's file except those of conditions and places.
std::vector<std::string_view> lesson_key_names();

template <class T>
JsonKey<T> words_key(std::string_view key, std::string T::*at, std::string_view required = {}) {
    return {
        .key = key, .read = [at](T& into, const Field& field) { read_words(field, into.*at); }, .required = required};
}

template <class T>
JsonKey<T> texts_key(std::string_view key, std::vector<std::string> T::*at, std::string_view required = {}) {
    return {
        .key = key, .read = [at](T& into, const Field& field) { into.*at = read_texts(field); }, .required = required};
}

} // namespace attn
