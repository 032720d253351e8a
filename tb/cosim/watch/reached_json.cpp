// SPDX-License-Identifier: Apache-2.0
#include "tb/cosim/watch/reached_json.hpp"

#include <array>

namespace heddle {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<const char*, 4> places{"anywhere", "bench only", "never in a system", "by chance"};

Arises::Where place_of(const std::string& text) {
  for (std::size_t i = 0; i < places.size(); ++i)
    if (text == places[i]) return static_cast<Arises::Where>(i);
  throw nlohmann::json::other_error::create(501, "no place where a point arises: " + text, nullptr);
}

Json json_of(const Coverage::Point& p) {
  Json json{{"name", p.name}, {"hits", p.hits}, {"arises", places[static_cast<std::size_t>(p.arises.where)]}};
  if (!p.arises.because.empty()) json["because"] = p.arises.because;
  if (!p.family.empty()) json["family"] = {p.family, p.number};
  return json;
}

Coverage::Point point_of(const Json& json) {
  Coverage::Point p{.name = json.at("name"), .hits = json.at("hits")};
  p.arises = {place_of(json.at("arises")), json.value("because", "")};
  if (json.contains("family")) {
    p.family = json["family"].at(0);
    p.number = json["family"].at(1);
  }
  return p;
}

}  // namespace

Json json_of(const ReachedByBlock& reached) {
  Json json = Json::object();
  for (const auto& [name, block] : reached) {
    Json channels = Json::object(), points = Json::array();
    for (const ChannelActivity& a : block.activity)
      channels[a.channel] = {{"input", a.input}, {"beats", a.beats}, {"payloads", a.payloads}};
    for (const Coverage::Point& p : block.points) points.push_back(json_of(p));
    json[name] = {{"instances", block.instances}, {"channels", channels}, {"points", points}};
  }
  return json;
}

ReachedByBlock reached_of(const Json& json) {
  ReachedByBlock reached;
  for (const auto& [name, block] : json.items()) {
    BlockReached& b = reached[name];
    b.instances = block.at("instances");
    for (const auto& [channel, a] : block.at("channels").items())
      b.activity.push_back({channel, a.at("input"), a.at("beats"), a.at("payloads")});
    for (const Json& p : block.at("points")) b.points.push_back(point_of(p));
  }
  return reached;
}

}  // namespace heddle
