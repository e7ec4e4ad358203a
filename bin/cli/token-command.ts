/** `keepsake token`: keys for programs that come by the EverMe gateway, and the accounts that they open. */
import { Command, Option } from "commander";
import { type NewToken, type Token, type TokenMade } from "../../lib/contract/accounts";
import { connect } from "./connect";
import { parseId } from "./id";

export const tokenCommand = (): Command =>
  new Command("token")
    .description("Keys for programs that come by the EverMe gateway (/api/v1/mem)")
    .addCommand(listCommand())
    .addCommand(createCommand())
    .addCommand(rotateCommand())
    .addCommand(revokeCommand())
    .addCommand(accountCommand());

const listCommand = (): Command =>
  new Command("list")
    .description("Show keys by number, first characters, account and last use; never the keys themselves")
    .option("--all", "also those that were revoked")
    .action(async ({ all }: { all?: boolean }) => {
      const { client } = await connect();
      const { tokens } = await client.tokens.list();
      const shown = tokens.filter((token) => all === true || token.revoked_at_epoch === null);
      if (shown.length === 0) return console.log("There are no keys. Make one: keepsake token create --agent <name>");
      for (const token of shown) console.log(tokenLine(token));
    });

interface CreateOptions {
  account?: string;
  agent?: string;
  allAgents?: boolean;
}

const createCommand = (): Command =>
  new Command("create")
    .description("Make a key; it is shown this once")
    .option("--account <name>", "whose memory it opens; default: yours, which hooks and MCP share")
    .addOption(new Option("--agent <id>", "an evt_ key that speaks for this agent").conflicts("allAgents"))
    .option("--all-agents", "an emk_ key to the whole account")
    .action(async (options: CreateOptions) => {
      const { client } = await connect();
      tell(await client.tokens.create(newTokenOf(options)));
    });

/** What the options ask for; without either, the key of an agent called `default`. */
export function newTokenOf({ account, agent, allAgents }: CreateOptions): NewToken {
  const owner = account === undefined ? {} : { account };
  if (allAgents === true) return { kind: "emk", ...owner };
  return { kind: "evt", agentId: agent ?? "default", ...owner };
}

const rotateCommand = (): Command =>
  new Command("rotate")
    .description("Replace a key by a new one with the same rights; the old one ends at once")
    .argument("<key>", "its number, as `keepsake token list` shows it", parseId)
    .action(async (id: number) => {
      const { client } = await connect();
      tell(await client.tokens.rotate(id));
    });

const revokeCommand = (): Command =>
  new Command("revoke")
    .description("End a key at once, for good")
    .argument("<key>", "its number, as `keepsake token list` shows it", parseId)
    .action(async (id: number) => {
      const { client } = await connect();
      const { prefix, account } = await client.tokens.revoke(id);
      console.log(`Key ${id} (${prefix}…) of ${account} opens nothing any more.`);
    });

const accountCommand = (): Command =>
  new Command("account")
    .description("List accounts, or make one whose memory no other account sees")
    .argument("[name]", "of the new account")
    .action(async (name: string | undefined) => {
      const { client } = await connect();
      if (name !== undefined) {
        const made = await client.createAccount({ name });
        return console.log(
          `Made account ${made.id}, ${made.name}. Make a key: keepsake token create --account "${made.name}"`,
        );
      }
      for (const account of (await client.accounts()).accounts) {
        console.log(`${account.id}  ${account.name}${account.is_local ? " (yours)" : ""}  ${account.tokens} keys`);
      }
    });

function tell({ token, secret }: TokenMade): void {
  console.log(secret);
  console.error(
    `Key ${token.id} of ${token.account}${token.agent_id === null ? "" : `, agent ${token.agent_id}`}. It is not shown again.`,
  );
  const name = token.kind === "evt" ? "EVERME_AGENT_TOKEN" : "EVERME_API_KEY";
  const agent = token.agent_id === null ? "" : ` and EVERME_AGENT_ID=${token.agent_id}`;
  console.error(`For a client: ${name}=<the key>${agent}, and EVERME_API_BASE=<address of this server>.`);
}

/** One line a key. */
export function tokenLine(token: Token): string {
  const of = token.agent_id === null ? "all agents" : `agent ${token.agent_id}`;
  const day = (at: number): string => new Date(at).toISOString().slice(0, 16).replace("T", " ");
  const used = token.last_used_at_epoch === null ? "never used" : `used ${day(token.last_used_at_epoch)}`;
  const ended = token.revoked_at_epoch === null ? "" : `  revoked ${day(token.revoked_at_epoch)}`;
  return `${token.id}  ${token.prefix}…  ${token.account}  ${of}  made ${day(token.created_at_epoch)}  ${used}${ended}`;
}
