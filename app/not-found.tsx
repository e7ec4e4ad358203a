import Link from "next/link";
import { NoMatchPage } from "@/components/states/not-found";
import { t } from "@/components/strings";
import { buttonStyles } from "@/components/ui/button";

export const metadata = { title: t.problem.notFoundTitle };

export default function NotFound() {
  return (
    <NoMatchPage>
      <Link href="/" className={buttonStyles({ look: "primary" })}>
        {t.problem.home}
      </Link>
    </NoMatchPage>
  );
}
