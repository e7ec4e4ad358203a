/** What every method of the client is made of: where the worker is, and one request of each sort. */
import { type Call, type CallOptions, type Params, requestJson, requestText } from "./request";
import { DEFAULT_PORT, makeTarget, type Target, type WorkerOptions } from "./target";

export class WorkerCalls {
  protected readonly target: Target;

  constructor(port: number = DEFAULT_PORT, options: WorkerOptions = {}) {
    this.target = makeTarget(port, options);
  }

  /** Address that this client speaks with, without a slash at its end. */
  get baseUrl(): string {
    return this.target.base;
  }

  protected json<T>(call: Call): Promise<T> {
    return requestJson<T>(this.target, call);
  }

  protected get<T>(path: string, params: object, options?: CallOptions, time: Call["time"] = "call"): Promise<T> {
    return this.json({ path, params: params as Params, options, time });
  }

  protected find<T>(path: string, params: object, options?: CallOptions): Promise<T> {
    return this.get(path, params, options, "search");
  }

  protected text(path: string, params: object, options?: CallOptions): Promise<string> {
    return requestText(this.target, { path, params: params as Params, options, time: "search" });
  }

  protected post<T>(path: string, body: unknown, options?: CallOptions, time: Call["time"] = "call"): Promise<T> {
    return this.json({ method: "POST", path, body, options, time });
  }

  protected delete<T>(path: string, options?: CallOptions): Promise<T> {
    return this.json({ method: "DELETE", path, options });
  }
}
