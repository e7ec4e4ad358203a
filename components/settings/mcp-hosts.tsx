/** How each agent is told of the MCP server: its memory tools, where hooks only capture and recall. */
import { useTranslations } from "next-intl";
import { Snippet } from "./snippet";
import { claudeMcp, codexMcp, mcpAddress, mcpServers, vscodeMcp } from "./mcp-snippets";

interface McpHostsProps {
  /** Where this page came from, without a slash at its end. */
  url: string;
  /** Path of the program that agents start. */
  program: string;
}

export function McpHosts({ url, program }: McpHostsProps) {
  const t = useTranslations("settings.mcp");
  const ways = [
    { name: t("claude"), text: claudeMcp(program) },
    { name: t("file"), text: mcpServers(program) },
    { name: t("vscode"), text: vscodeMcp(program) },
    { name: t("codex"), text: codexMcp(program) },
    { name: t("address"), text: mcpAddress(url) },
  ];
  return (
    <div className="space-y-2 p-3">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <h3 className="font-medium">{t("title")}</h3>
        <span className="text-meta text-muted">{t("where")}</span>
      </div>
      {ways.map(({ name, text }) => (
        <div key={name} className="space-y-1">
          <p className="text-meta text-muted">{name}</p>
          <Snippet text={text} label={t("copy", { host: name })} />
        </div>
      ))}
    </div>
  );
}
