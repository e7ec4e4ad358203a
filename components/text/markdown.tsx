/**
 * Stored text as Markdown, for where it is read at length: no HTML, no images, links marked and never followed by
 * themselves. Draw it on the server and hand it to client components as a slot: the parser is no script for the browser.
 */
import { useTranslations } from "next-intl";
import { ExternalLink } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import ReactMarkdown, { type Components, type ExtraProps, type Options } from "react-markdown";
import remarkGfm from "remark-gfm";
import { cn } from "@/lib/cn";
import { beginningOf } from "./beginning";
import { isTame } from "./markdown-guard";
import { addressOf, hostOf, safeTree, textOf } from "./markdown-tree";
import { StoredCode, StoredText } from "./stored-text";

/** Characters after which the rest stands behind a fold. */
const FOLD = 3_000;

interface MarkdownProps {
  text: string;
  /** Level of the heading that the text stands below; its own begin one deeper. */
  under?: 1 | 2 | 3 | 4;
  /** Characters that are shown before the fold. */
  limit?: number;
  className?: string;
}

export function Markdown({ text, under = 2, limit = FOLD, className }: MarkdownProps) {
  const t = useTranslations("common");
  const whole = <Rendered text={text} under={under} className={className} />;
  if (text.length <= limit) return whole;
  return (
    <details className="group min-w-0">
      <summary className="list-none rounded-[4px] [&::-webkit-details-marker]:hidden">
        <span className={cn("stored block group-open:hidden", className)}>
          <StoredText text={`${beginningOf(text, limit)}…`} />
        </span>
        <span className="mt-1 inline-block text-meta font-medium text-accent-soft group-open:hidden">
          {t("showRest", { count: text.length })}
        </span>
        <span className="hidden text-meta font-medium text-accent-soft group-open:inline">{t("showLess")}</span>
      </summary>
      <div className="mt-1">{whole}</div>
    </details>
  );
}

function Rendered({ text, under, className }: { text: string; under: number; className: string | undefined }) {
  const parsed = isTame(text) ? parse(text, under) : null;
  return parsed === null ? (
    <div className={cn("stored min-w-0", className)}>
      <StoredText text={text} />
    </div>
  ) : (
    <div className={cn("min-w-0 [overflow-wrap:anywhere] [&>*+*]:mt-2.5", className)}>{parsed}</div>
  );
}

/** Null for what can't be drawn within reason, which is then read as it is. */
function parse(text: string, under: number): ReactNode {
  try {
    // Called, not drawn: what goes wrong inside must be caught here. It has no hooks.
    return ReactMarkdown({
      children: text,
      remarkPlugins: [[remarkGfm, { singleTilde: false }]],
      remarkRehypeOptions: { handlers: FOOTNOTES },
      rehypePlugins: [[safeTree, { under }]],
      allowedElements: ELEMENTS,
      unwrapDisallowed: true,
      components: COMPONENTS,
    });
  } catch {
    return null;
  }
}

/** Footnotes stay where they were written: links inside the page would need ids that are its own. */
const FOOTNOTES: NonNullable<NonNullable<Options["remarkRehypeOptions"]>["handlers"]> = {
  footnoteReference: (_state, node: { identifier: string }) => ({ type: "text", value: `[${node.identifier}]` }),
  footnoteDefinition: (state, node: { identifier: string } & Parameters<typeof state.all>[0]) => [
    { type: "element", tagName: "p", properties: {}, children: [{ type: "text", value: `[${node.identifier}]` }] },
    ...state.all(node),
  ],
};

const ELEMENTS =
  "a bdi blockquote br code del em h2 h3 h4 h5 h6 hr input li ol p pre strong table tbody td th thead tr ul".split(" ");

type Of<T extends keyof React.JSX.IntrinsicElements> = ComponentProps<T> & ExtraProps;

function ExternalAnchor({ href = "", children, node, ...rest }: Of<"a">) {
  const t = useTranslations("common");
  const address = addressOf(href);
  if (address === null) return <>{children}</>;
  const host = hostOf(address);
  const isImage = "data-image" in rest;
  const saysHost = node !== undefined && textOf(node).toLowerCase().includes(host.toLowerCase());
  return (
    <a
      href={address.href}
      title={address.href}
      target="_blank"
      rel="noreferrer noopener"
      className="text-accent-soft underline decoration-1 underline-offset-2"
    >
      {isImage && `${t("markdown.image")} `}
      {children}
      {!saysHost && (
        <span className="text-muted">
          {" ("}
          <StoredCode text={host} />
          {")"}
        </span>
      )}
      <ExternalLink aria-hidden className="ml-0.5 inline size-3 align-[-1px]" />
      <span className="sr-only">{` ${t("markdown.external")}`}</span>
    </a>
  );
}

function Check({ checked }: Of<"input">) {
  const t = useTranslations("common");
  const isDone = checked === true;
  return (
    <span role="img" aria-label={t(isDone ? "markdown.done" : "markdown.open")} className="text-muted">
      {isDone ? "☑" : "☐"}
    </span>
  );
}

function CodeBlock({ children }: Of<"pre">) {
  const t = useTranslations("common");
  return (
    <div
      role="group"
      aria-label={t("markdown.code")}
      tabIndex={0}
      className="overflow-x-auto rounded-control border bg-sunken px-3 py-2"
    >
      <pre dir="ltr" className="font-mono text-meta leading-[18px] [&_code]:bg-transparent [&_code]:p-0">
        {children}
      </pre>
    </div>
  );
}

function TableArea({ children }: Of<"table">) {
  const t = useTranslations("common");
  return (
    <div role="group" aria-label={t("markdown.table")} tabIndex={0} className="overflow-x-auto">
      <table className="border-collapse text-body">{children}</table>
    </div>
  );
}

const stringOf = (children: ReactNode): string => (typeof children === "string" ? children : "");
const cell = "min-w-16 border px-2 py-1 text-left align-top [overflow-wrap:normal]";
const heading = "pt-1 font-semibold first:pt-0";

const COMPONENTS: Components = {
  a: ExternalAnchor,
  bdi: ({ children }) => <StoredText text={stringOf(children)} />,
  blockquote: ({ children }) => (
    <blockquote className="border-l-2 border-control/50 pl-3 text-muted [&>*+*]:mt-2">{children}</blockquote>
  ),
  code: ({ children }) => (
    <code className="rounded-[3px] bg-sunken px-1 py-px">
      <StoredCode text={stringOf(children)} />
    </code>
  ),
  h2: ({ children }) => (
    <h2 dir="auto" className={heading}>
      {children}
    </h2>
  ),
  h3: ({ children }) => (
    <h3 dir="auto" className={heading}>
      {children}
    </h3>
  ),
  h4: ({ children }) => (
    <h4 dir="auto" className={heading}>
      {children}
    </h4>
  ),
  h5: ({ children }) => (
    <h5 dir="auto" className={heading}>
      {children}
    </h5>
  ),
  h6: ({ children }) => (
    <h6 dir="auto" className={heading}>
      {children}
    </h6>
  ),
  hr: () => <hr className="border-line" />,
  input: Check,
  li: ({ children, className }) => (
    <li dir="auto" className={cn("[&>*+*]:mt-1", className === "task-list-item" && "list-none")}>
      {children}
    </li>
  ),
  ol: ({ children, start }) => (
    <ol start={start} className="list-decimal space-y-0.5 pl-6">
      {children}
    </ol>
  ),
  p: ({ children }) => <p dir="auto">{children}</p>,
  pre: CodeBlock,
  table: TableArea,
  td: ({ children, style }) => (
    <td dir="auto" className={cell} style={style}>
      {children}
    </td>
  ),
  th: ({ children, style }) => (
    <th dir="auto" className={cn(cell, "bg-sunken font-medium")} style={style}>
      {children}
    </th>
  ),
  ul: ({ children }) => <ul className="list-disc space-y-0.5 pl-5">{children}</ul>,
};
