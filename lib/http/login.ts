/** Makes and takes one-time links. The proxy let the maker in by its token; the code is all that the taker needs. */
import type { App } from "../context";
import { AppError } from "../contract/errors";
import type { LoginLink } from "../contract/login";
import { createLoginCode, ensureToken, readToken, sessionCookie, takeLoginCode } from "./token";

/** The address is the one that the asker used. */
export function openLogin(app: App, request: Request): LoginLink {
  const { code, expiresAt } = createLoginCode(app.now());
  const host = request.headers.get("host") ?? "127.0.0.1";
  return { url: `http://${host}/api/login?code=${code}`, expires_at: expiresAt };
}

/** 303 to the console with the cookie set; `unauthorized` when the code is unknown, used or too old. */
export function takeLogin(app: App, code: string): Response {
  if (!takeLoginCode(code, app.now())) {
    throw new AppError("unauthorized", "This link was used already, or is too old.", { hint: "Ask for a new one." });
  }
  ensureToken(app.env.home);
  const token = readToken(app.env.home);
  if (token === null)
    throw new AppError("not_ready", "The data folder's token is missing or broken.", {
      hint: "Start the server again.",
    });
  return new Response(null, {
    status: 303,
    headers: {
      location: "/",
      "set-cookie": sessionCookie(token),
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    },
  });
}
