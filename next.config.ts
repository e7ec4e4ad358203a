import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const config: NextConfig = {
  serverExternalPackages: ["@lancedb/lancedb", "@xenova/transformers", "better-sqlite3", "simple-git"],
  skipTrailingSlashRedirect: true,
  poweredByHeader: false,
  devIndicators: false,
  // Who asks is on this machine: a compressor for each answer costs more time and memory than it saves.
  compress: false,
  // With a proxy, Next cuts bodies at 10 MB without a word; our own limit is 16 MB (design §6).
  experimental: { proxyClientMaxBodySize: "17mb" },
};

export default createNextIntlPlugin("./i18n/request.ts")(config);
