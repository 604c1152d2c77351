vcl 4.1;

# A shared cache in front of the shop. docs/decisions/cdn.md says what is cached and why, docs/operating/cdn.md how to run it.
#
# Two rules keep what is private out of it, and each would do alone:
# 1. What is looked up in the cache is asked of the shop without cookies and without a token: the shop cannot know who asks.
# 2. Only what the shop itself calls public is stored.

import std;

probe alive {
  .url = "/health";
  .interval = 2s;
  .timeout = 1s;
  .window = 4;
  .threshold = 2;
  .initial = 2;
}

backend shop {
  .host = "127.0.0.1";
  .port = "3000";
  .probe = alive;
  .connect_timeout = 2s;
  # A photo may come from a train; the desk's live line beats every 20 s.
  .first_byte_timeout = 130s;
  .between_bytes_timeout = 60s;
}

# The same without a probe. One that is slow for some seconds fails its probes and still sells: whoever has nothing stored to
# look at is sent to it all the same.
backend shop_itself {
  .host = "127.0.0.1";
  .port = "3000";
  .connect_timeout = 2s;
  .first_byte_timeout = 130s;
  .between_bytes_timeout = 60s;
}

sub vcl_recv {
  if (req.restarts == 0) {
    unset req.http.x-stale;
    unset req.http.x-shared;
    # Which requests are traced is not for visitors to say.
    unset req.http.traceparent;
    unset req.http.tracestate;
    # Nor by which id a line of the log is found: the shop believes a proxy, and would write a visitor's words into its log.
    unset req.http.x-request-id;
  }

  set req.backend_hint = shop;
  if (req.http.x-stale) {
    set req.backend_hint = shop_itself;
  }

  # The live line of the desk lasts as long as its page.
  if (req.url ~ "^/api/desk/live/") {
    set req.backend_hint = shop_itself;
    return (pipe);
  }
  # For one person, one machine or one moment. The catalogue is the only part of the API that is the same for everyone.
  if (
    (req.method != "GET" && req.method != "HEAD") ||
    (req.url ~ "^/api/" && req.url !~ "^/api/products/") ||
    req.url ~ "^/(auth|desk|health|outbox|pretended-paypal|ready)(/|\.data|\?|$)" ||
    req.url ~ "^/(cart|history|profile|wish-list|account-confirm-email|login-link|password|reminders|swap|track)(/|\.data|\?|$)"
  ) {
    set req.backend_hint = shop_itself;
    return (pass);
  }

  set req.http.x-shared = "yes";
  unset req.http.Cookie;
  unset req.http.Authorization;
  # Some thirty spellings become three: the shop compresses as Brotli and as gzip.
  if (req.http.Accept-Encoding ~ "\bbr\b") {
    set req.http.Accept-Encoding = "br";
  } else if (req.http.Accept-Encoding ~ "\bgzip\b") {
    set req.http.Accept-Encoding = "gzip";
  } else {
    unset req.http.Accept-Encoding;
  }
  # Where visitors came from is no other page.
  set req.url = regsuball(req.url, "([?&])(utm_[a-z_]+|gclid|gbraid|wbraid|fbclid|msclkid|ttclid|mc_[a-z]+|_ga)=[^&]*", "\1");
  set req.url = regsuball(req.url, "&&+", "&");
  set req.url = regsub(req.url, "\?&", "?");
  set req.url = regsub(req.url, "[?&]$", "");
  set req.url = std.querysort(req.url);

  # A page that has run out is sent for ten seconds more while the new one is fetched. Unless the shop does not answer: then
  # as long as the shop said beforehand, which no year shortens. Said each time: a restart keeps what was set before it.
  if (std.healthy(req.backend_hint) && !req.http.x-stale) {
    set req.grace = 10s;
  } else {
    set req.grace = 1y;
  }
  return (hash);
}

# The shop never takes its own name from a request, so that no name of a host makes another page.
sub vcl_hash {
  hash_data(req.url);
  return (lookup);
}

sub vcl_pipe {
  set bereq.http.Connection = "close";
}

sub vcl_backend_fetch {
  unset bereq.http.x-stale;
  unset bereq.http.x-shared;
  unset bereq.http.x-failed-id;
}

sub vcl_backend_response {
  if (bereq.uncacheable) {
    return (deliver);
  }
  if (beresp.status >= 500) {
    # What is stored is better than this.
    if (bereq.is_bgfetch) {
      return (abandon);
    }
    # Delivered as it is, it would be found in the place of the stored page when that is looked for again. So it becomes an
    # error of ours, which is stored nowhere; its id can still be looked up in the shop's log.
    set bereq.http.x-failed-id = beresp.http.x-request-id;
    return (error(beresp.status, beresp.reason));
  }
  if (
    (beresp.status != 200 && beresp.status != 304) ||
    beresp.http.Set-Cookie ||
    beresp.http.Vary ~ "(?i)cookie|authorization|\*" ||
    beresp.http.Cache-Control ~ "(?i)\b(private|no-store|no-cache)\b" ||
    beresp.http.Cache-Control !~ "(?i)\bpublic\b"
  ) {
    # For a minute nobody waits for somebody else's request of it.
    set beresp.uncacheable = true;
    set beresp.ttl = 60s;
    return (deliver);
  }
  set beresp.grace = 0s;
  if (beresp.http.CDN-Cache-Control) {
    set beresp.ttl = std.duration(regsub(beresp.http.CDN-Cache-Control, "^.*\bmax-age=([0-9.]+).*$", "\1s"), 0s);
    if (beresp.http.CDN-Cache-Control ~ "\bstale-if-error=[0-9.]+") {
      set beresp.grace = std.duration(regsub(beresp.http.CDN-Cache-Control, "^.*\bstale-if-error=([0-9.]+).*$", "\1s"), 0s);
    }
  } else if (beresp.ttl > 7d) {
    # Pictures and scripts carry a hash of their content in their names.
    set beresp.ttl = 7d;
    set beresp.grace = 1d;
  }
  return (deliver);
}

sub vcl_backend_error {
  if (bereq.http.x-failed-id) {
    set beresp.http.x-request-id = bereq.http.x-failed-id;
  }
  set beresp.uncacheable = true;
  set beresp.ttl = 0s;
  set beresp.grace = 0s;
  set beresp.http.Cache-Control = "no-store";
  set beresp.http.Retry-After = "5";
  set beresp.http.X-Content-Type-Options = "nosniff";
  if (bereq.url ~ "^/(api|auth)/") {
    set beresp.http.Content-Type = "application/json; charset=utf-8";
    set beresp.body = """{"detail":"The shop does not answer just now. Please try again in a moment."}""";
  } else {
    set beresp.http.Content-Type = "text/html; charset=utf-8";
    set beresp.body = {"<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Back in a moment</title><h1>The shop does not answer just now</h1><p>Nothing is lost. Please try again in a moment.</p></html>"};
  }
  return (deliver);
}

sub vcl_deliver {
  # The shop failed just now and is not known to be away yet: once more, with what is stored.
  if (resp.status >= 500 && req.http.x-shared && req.restarts == 0) {
    set req.http.x-stale = "yes";
    return (restart);
  }
  unset resp.http.CDN-Cache-Control;
  unset resp.http.Via;
  unset resp.http.X-Varnish;
  # The deploying operator sees what the cache did: hit, with the seconds since it was fetched in Age, or miss.
  if (obj.hits > 0) {
    set resp.http.X-Cache = "hit";
  } else {
    set resp.http.X-Cache = "miss";
  }
}
