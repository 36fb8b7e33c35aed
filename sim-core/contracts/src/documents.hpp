// What the functions of json.hpp do, for json.cpp: there, after the rules of all records, they are compiled for each document.
#pragma once

#include "reading.hpp"

namespace orrery::contracts {

template <typename Document>
Document read(const Json& json) {
  Document document;
  read_value(Place{}, json, document, Typed{});
  return document;
}
template <typename Document>
Document read_text(std::string_view text) {
  return read<Document>(parse_json(text));
}
template <typename Document>
Json write(const Document& document) {
  return written(document, Typed{});
}
template <typename Document>
std::string write_line(const Document& document) {
  return write(document).dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Compiles the functions of json.hpp for a document.
#define ORRERY_DOCUMENT(Document)                          \
  template Document read<Document>(const Json&);           \
  template Document read_text<Document>(std::string_view); \
  template Json write(const Document&);                    \
  template std::string write_line(const Document&);

}  // namespace orrery::contracts
