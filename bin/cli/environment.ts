/** The environment as a command sees it: its options win over the variables. */
import { type Env, readEnv } from "../../lib/env";

export interface ServerOptions {
  port?: string;
  host?: string;
  dataDir?: string;
}

/** Throws a `ZodError` that names what is wrong. */
export const environmentOf = (options: ServerOptions): Env =>
  readEnv({
    ...process.env,
    ...(options.port === undefined ? {} : { KEEPSAKE_PORT: options.port }),
    ...(options.host === undefined ? {} : { KEEPSAKE_HOST: options.host }),
    ...(options.dataDir === undefined ? {} : { KEEPSAKE_HOME: options.dataDir }),
  });
