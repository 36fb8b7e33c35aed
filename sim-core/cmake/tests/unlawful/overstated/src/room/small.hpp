#pragma once

class Small {};
