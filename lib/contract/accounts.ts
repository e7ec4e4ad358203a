/** Accounts of the EverMe gateway and the keys to them, as a person makes and revokes them. */
import { z } from "zod";
import { EpochMs, PathId } from "./common";

/** The account of the person of this machine, which hooks, worker API and MCP write into. */
export const LOCAL_ACCOUNT = 1;

export const AccountName = z
  .string()
  .trim()
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,99}$/u,
    "has 1 to 100 letters, digits, spaces or . _ @ -, and begins with a letter or digit",
  );
/** What an `evt` key speaks for; ids, never words. */
export const AgentId = z.string().regex(/^[\w.-]{1,64}$/, "has 1 to 64 letters, digits, dots, dashes or underscores");

export const Account = z
  .object({
    id: z.number().int(),
    name: z.string(),
    is_local: z.boolean(),
    created_at_epoch: EpochMs,
    /** The project that its conversations and memories stand in; null until it wrote. */
    project_id: z.number().int().nullable(),
    /** Keys that still open it. */
    tokens: z.number().int(),
  })
  .meta({ id: "Account" });
export type Account = z.infer<typeof Account>;
export const AccountList = z.object({ accounts: z.array(Account) });
export type AccountList = z.infer<typeof AccountList>;
export const NewAccount = z.strictObject({ name: AccountName });
export type NewAccount = z.infer<typeof NewAccount>;

export const TokenKind = z.enum(["emk", "evt"]);
export type TokenKind = z.infer<typeof TokenKind>;

export const Token = z
  .object({
    id: z.number().int(),
    account_id: z.number().int(),
    account: z.string(),
    /** `emk` opens the account, `evt` speaks for one agent of it. */
    kind: TokenKind,
    agent_id: z.string().nullable(),
    /** First eight characters. */
    prefix: z.string(),
    created_at_epoch: EpochMs,
    /** Within a minute; null = never. */
    last_used_at_epoch: EpochMs.nullable(),
    revoked_at_epoch: EpochMs.nullable(),
    rotated_to: z.number().int().nullable(),
  })
  .meta({ id: "Token" });
export type Token = z.infer<typeof Token>;
export const TokenList = z.object({ tokens: z.array(Token) });
export type TokenList = z.infer<typeof TokenList>;

export const NewToken = z
  .strictObject({
    kind: TokenKind,
    /** Name or number of the account; default the local one. */
    account: z.union([z.number().int().positive(), AccountName]).optional(),
    /** Asked for with `evt`, refused with `emk`. */
    agentId: AgentId.optional(),
  })
  .refine(({ kind, agentId }) => (kind === "evt") === (agentId !== undefined), {
    path: ["agentId"],
    message: "goes with evt, and only with it",
  });
export type NewToken = z.infer<typeof NewToken>;

/** `secret` is the key itself: it is shown this once and stored nowhere. */
export const TokenMade = z.object({ token: Token, secret: z.string() }).meta({ id: "TokenMade" });
export type TokenMade = z.infer<typeof TokenMade>;
export const TokenParams = z.object({ id: PathId });
