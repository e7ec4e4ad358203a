/** Where the worker is, and how it is spoken to: read once from what the caller passed. */

export const DEFAULT_PORT = 37777;

/**
 * The worker's address as its page writes it (M1). The client itself goes to 127.0.0.1, where the worker listens:
 * `localhost` may be ::1 first, and Node.js 18 does not try the second one.
 */
export const WORKER_BASE_URL = `http://localhost:${DEFAULT_PORT}`;

/** Milliseconds until a `WorkerTimeoutError`, for the whole answer with its body. */
export interface WorkerTimeouts {
  /** Health; 2,000. */
  health: number;
  /** Capture and everything that is not named here; 5,000. */
  call: number;
  /** Search, timeline and context; 10,000. */
  search: number;
  /** Import, export and git; 600,000. */
  transfer: number;
}

export interface WorkerOptions {
  /** Default 127.0.0.1. */
  host?: string | undefined;
  /** Whole address, such as `https://memory.example/keepsake`; goes before host and port. */
  url?: string | undefined;
  /** Bearer, where the worker asks for one. */
  token?: string | undefined;
  /** Name that the worker notes beside what this client writes: letters, digits, `_`, `.`, `-`. */
  client?: string | undefined;
  timeouts?: Partial<WorkerTimeouts> | undefined;
  /** Default the global one. */
  fetch?: typeof fetch | undefined;
}

export interface Target {
  /** Without a slash at its end. */
  base: string;
  headers: Readonly<Record<string, string>>;
  timeouts: Readonly<WorkerTimeouts>;
  fetch: typeof fetch;
}

const TIMEOUTS: WorkerTimeouts = { health: 2000, call: 5000, search: 10_000, transfer: 600_000 };
/** What `setTimeout` takes; more of it would fire at once. */
const MAX_TIMEOUT = 2_147_483_647;

/** Throws `RangeError` or `TypeError` for what is no port, address, token, name or time. */
export function makeTarget(port: number, options: WorkerOptions = {}): Target {
  const timeouts = { ...TIMEOUTS };
  for (const name of Object.keys(TIMEOUTS) as (keyof WorkerTimeouts)[]) {
    const value = options.timeouts?.[name];
    if (value !== undefined) timeouts[name] = checkTime(value, name);
  }
  const given = options.fetch;
  return {
    base: baseOf(port, options),
    headers: {
      "x-keepsake-client": checkHeader(options.client ?? "worker-client", "client"),
      ...(options.token === undefined ? {} : { authorization: `Bearer ${checkHeader(options.token, "token")}` }),
    },
    timeouts,
    // Looked up at each call: whoever replaces the global one later is heard, and browsers want no other `this`.
    fetch: given ?? ((input, init) => fetch(input, init)),
  };
}

/** Milliseconds. Throws `RangeError` for what is no time-out. */
export function checkTime(value: number, name: string): number {
  if (Number.isFinite(value) && value > 0 && value <= MAX_TIMEOUT) return value;
  throw new RangeError(`${name} must be milliseconds between 1 and ${MAX_TIMEOUT}`);
}

function baseOf(port: number, { host = "127.0.0.1", url }: WorkerOptions): string {
  if (url === undefined && !(Number.isInteger(port) && port >= 1 && port <= 65_535)) {
    throw new RangeError("port must be an integer between 1 and 65535");
  }
  const bracketed = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
  const parsed = parseUrl(url ?? `http://${bracketed}:${port}`);
  const isOwn = url !== undefined || parsed.host === hostOf(bracketed, port);
  if (!isOwn || !/^https?:$/.test(parsed.protocol) || parsed.username !== "" || parsed.password !== "") {
    throw new TypeError("The worker's address must be a host name or an http(s) URL without user name and password");
  }
  return `${parsed.origin}${parsed.pathname.replace(/\/+$/, "")}`;
}

/** As a URL shows it: without the scheme's own port, in lower case. */
const hostOf = (host: string, port: number): string => `${host.toLowerCase()}${port === 80 ? "" : `:${port}`}`;

function parseUrl(text: string): URL {
  try {
    return new URL(text);
  } catch (cause) {
    throw new TypeError("The worker's address is not a valid URL", { cause });
  }
}

function checkHeader(value: string, name: string): string {
  if (/^[\x21-\x7e]{1,1000}$/.test(value)) return value;
  throw new TypeError(`${name} must be visible ASCII characters without spaces, at most 1,000`);
}
