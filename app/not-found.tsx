import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { NoMatchPage } from "@/components/states/not-found";
import { buttonStyles } from "@/components/ui/button";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("states"))("notFoundTitle") };
}

export default async function NotFound() {
  const t = await getTranslations("states");
  return (
    <NoMatchPage>
      <Link href="/" className={buttonStyles({ look: "primary" })}>
        {t("home")}
      </Link>
    </NoMatchPage>
  );
}
