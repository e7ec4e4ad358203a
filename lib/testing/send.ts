/** Calls a route file's handlers as Next does, and reads what they answer. */

export interface Sent {
  params?: Record<string, string>;
  query?: string;
  body?: unknown;
  raw?: string;
  client?: string;
}
export type Method = "GET" | "POST" | "PATCH" | "DELETE" | "PUT";
export type Route = Record<
  Method,
  (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>
>;
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers are compared field by field
  body: any;
}

/** As the console, unless another client is named. */
export async function send(route: Route, method: Method, sent: Sent = {}): Promise<Answer> {
  const body = sent.raw ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body));
  const headers: Record<string, string> = { "x-keepsake-client": sent.client ?? "console" };
  if (body !== undefined) headers["content-type"] = "application/json";
  const request = new Request(`http://127.0.0.1/api?${sent.query ?? ""}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const response = await route[method](request, { params: Promise.resolve(sent.params ?? {}) });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}
