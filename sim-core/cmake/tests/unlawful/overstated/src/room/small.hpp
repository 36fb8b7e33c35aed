#pragma once

class Small {
 public:
  int lines = 6;
};
