/** What is worked on in each branch, and what was compressed of it. */
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { Reflection, Task } from "@/lib/contract/codewatch";
import { ReflectionFacts, ReflectionText } from "../reflections/reflection";
import { StoredText } from "../text/stored-text";
import { Time } from "../time/time";

interface BranchesProps {
  reflections: Reflection[];
  tasks: Task[];
}

export function Branches({ reflections, tasks }: BranchesProps) {
  const t = useTranslations("projects.branches");
  const name = (branch: string | null): string => (branch === null ? t("noBranch") : t("branch", { name: branch }));
  return (
    <div className="space-y-4">
      {tasks.length > 0 && (
        <ul aria-label={t("task")} className="space-y-1">
          {tasks.map((task) => (
            <li key={task.id} className="min-w-0">
              <span className="text-muted">{t("task")}: </span>
              <Link href={`/session/${task.session_id}`} prefetch={false} className="hover:underline">
                <StoredText text={task.content} />
              </Link>
              <span className="text-meta text-muted">
                {" "}
                · <StoredText text={name(task.branch)} /> · <Time at={task.updated_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {reflections.length === 0 ? (
        <p className="text-muted">
          {t("none")} {t("noneHint")}
        </p>
      ) : (
        reflections.map((reflection) => <Compressed key={reflection.id} reflection={reflection} name={name} />)
      )}
    </div>
  );
}

function Compressed({ reflection, name }: { reflection: Reflection; name: (branch: string | null) => string }) {
  return (
    <details className="min-w-0 rounded-panel border p-3">
      <summary className="cursor-pointer">
        <span className="font-medium">
          <StoredText text={name(reflection.branch)} />
        </span>
        <span className="text-meta text-muted">
          {" "}
          · <ReflectionFacts reflection={reflection} /> · <Time at={reflection.created_at} />
        </span>
      </summary>
      <div className="scroll-area mt-2 max-h-96">
        <ReflectionText reflection={reflection} />
      </div>
    </details>
  );
}
