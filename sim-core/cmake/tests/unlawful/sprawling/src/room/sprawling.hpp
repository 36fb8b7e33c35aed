#pragma once

class Sprawling {
 public:
  void here();
  int there();
};
