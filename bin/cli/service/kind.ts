/** What a service is on a system: the file that describes it, and the commands that make it known, start it and end it. */
export interface ServiceHome {
  home: string;
  /** Absolute path of node. */
  node: string;
  /** The package's folder. */
  root: string;
  /** Data folder; null = the usual one. */
  dataHome: string | null;
  /** Fixed port; null = the usual one. */
  port: number | null;
  /** Numeric id of the user, where the system has one. */
  uid: number;
}

export type Command = readonly [string, ...string[]];

export interface ServiceKind {
  /** What it is called on this system. */
  title: string;
  file: string;
  /** Bytes of the file. */
  content: Buffer;
  /** Run first, whatever they say. */
  before?: readonly Command[];
  install: readonly Command[];
  uninstall: readonly Command[];
  status: Command;
  /** What the person may want to do beside. */
  notes: readonly string[];
}

/** `keepsake start` in the foreground: whoever watches over it sees when it ends. */
export const programOf = ({ node, root }: ServiceHome, separator = "/"): string[] => [
  node,
  [root, "bin", "keepsake.mjs"].join(separator),
  "start",
];

export const environmentOf = ({ dataHome, port }: ServiceHome): Record<string, string> => ({
  ...(dataHome === null ? {} : { KEEPSAKE_HOME: dataHome }),
  ...(port === null ? {} : { KEEPSAKE_PORT: String(port) }),
});
