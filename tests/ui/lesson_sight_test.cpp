// Beside a lesson the window shows only what lessons so far have named. The names are read from the texts of the files.

#include "core/files/file.h"
#include "core/files/json.h"
#include "core/model/arrays.h"
#include "tests/folders.h"
#include "tests/ui/lesson_window.h"
#include "ui/actions/lesson.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>

namespace attn {
namespace {

using ::testing::IsEmpty;

constexpr std::array menus_of_layer{"mask", "scale", "positions", "edit", "matrix", "notation", "colours", "weights"};

/// Words that mean nothing to a person who knows matrices, and beginnings of words in lessons.
constexpr std::array words_of_field{"entropy", "temperature", "softmax",  "quer", "key",   "value",
                                    "mask",    "concat",      "position", "bias", "token", "embedding"};

std::string in_small_letters(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return text;
}

bool is_of_name(char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

/// True if the name stands in the text as a word.
bool stands_in(const std::string& name, const std::string& text) {
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        if ((at == 0 || !is_of_name(text[at - 1])) && (end == text.size() || !is_of_name(text[end])))
            return true;
    }
    return false;
}

/// The text without its references in braces, which nobody reads.
std::string without_references(const std::string& text) {
    std::string read;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool begins = text[at] == '{' && at + 1 < text.size() && is_of_name(text[at + 1]);
        if (begins)
            at = std::min(text.find('}', at), text.size());
        else
            read += text[at];
    }
    return read;
}

std::set<std::string> texts_of(const Json* list) {
    std::set<std::string> texts;
    for (const Json& item : list == nullptr ? std::vector<Json>() : list->items)
        texts.insert(item.text);
    return texts;
}

/// The words of all lessons so far, step by step.
struct Named {
    std::set<std::string> arrays;
    std::set<std::string> controls;
    std::string words;

    void add(const Json& step) {
        words += in_small_letters(without_references(json_text(step)));
        controls.merge(texts_of(step.find("menus")));
    }
};

/// A lesson in the window, from its first step to its last.
class Walk {
public:
    explicit Walk(const LessonLabel& label)
        : file_(*parse_json(*read_text_file(label.file, 1U << 20U), label.file.string())),
          names_(texts_of(file_.find("names"))) {}

    std::vector<std::string> complaints(Named& named) {
        window_.click("action:menu/help");
        window_.click("action:lessons");
        window_.click("action:lesson/" + file_.find("id")->text);
        named.words += in_small_letters(file_.find("title")->text + file_.find("idea")->text); // the list shows them
        const std::vector<Json>& steps = file_.find("steps")->items;
        for (std::size_t step = 0; step < steps.size(); ++step) {
            said_ += json_text(steps[step]);
            named.add(steps[step]);
            look(named, file_.find("id")->text + "/" + std::to_string(step + 1) + ": ");
            pass_over(window_);
        }
        named.arrays.merge(names_);
        return complaints_;
    }

private:
    /// True if lessons have named the array. An array that this lesson is the first to name is shown once a step names
    /// it, or at once if no step does.
    bool is_named(const Named& named, const std::string& array) const {
        const std::string whole = json_text(*file_.find("steps"));
        return named.arrays.contains(array) || stands_in(array, said_) ||
               (names_.contains(array) && !stands_in(array, whole));
    }

    void look(const Named& named, const std::string& where) {
        for (const ShownTarget& target : window_.app().targets()) {
            constexpr std::string_view of_step = "action:step/";
            if (target.name.starts_with(of_step) && !is_named(named, target.name.substr(of_step.size())))
                complaints_.push_back(where + target.name);
        }
        for (const std::string menu : menus_of_layer)
            if (window_.shows("action:menu/" + menu) && !named.controls.contains(menu))
                complaints_.push_back(where + "menu " + menu);
        for (const char* slider : {"slider:temperature", "field:temperature"})
            if (window_.shows(slider) && !named.controls.contains("temperature"))
                complaints_.push_back(where + slider);
        for (const std::string word : words_of_field)
            if (named.words.find(word) == std::string::npos)
                look_for(word, where);
    }

    void look_for(const std::string& word, const std::string& where) {
        for (const Item& item : window_.app().scene().list.items)
            if (const auto* const text = std::get_if<Text>(&item.shape());
                text != nullptr && in_small_letters(text->text).find(word) != std::string::npos)
                complaints_.push_back(where + "“" + text->text + "”");
    }

    OffscreenWindow window_{preset("by-hand"), 1280, 720};
    Json file_;
    std::set<std::string> names_;
    std::string said_;
    std::vector<std::string> complaints_;
};

TEST(SightOfLessons, HasNothingThatNoStepHasNamedYet) {
    const LessonShelf course(assets_folder());
    Named named;
    for (const LessonLabel& label : course.labels())
        EXPECT_THAT(Walk(label).complaints(named), IsEmpty()) << label.title;
    EXPECT_TRUE(named.controls.contains("mask"));
}

TEST(SightOfLessons, EverythingIsOneClickAway) {
    OffscreenWindow window(preset("by-hand"), 1440, 900);
    window.click("action:menu/help");
    window.click("action:lessons");
    window.click("action:lesson/each-row-shares-one-whole");
    pass_over(window);
    EXPECT_FALSE(window.shows("slider:temperature"));
    window.click("action:lesson-everything");
    EXPECT_TRUE(window.shows("slider:temperature"));
}

} // namespace
} // namespace attn
