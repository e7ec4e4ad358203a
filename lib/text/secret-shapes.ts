/** Tokens that betray themselves by their shape, whatever stands around them (S01–S03, transcripts §5.3). */
import { keepFirst, mark } from "./secret-marks";
import type { SecretRule } from "./secret-marks";

/** Not inside a longer word; a hyphen or underscore before it is no word. */
const START = "(?<![A-Za-z0-9])";
const END = "(?![A-Za-z0-9])";

const shape = (kind: string, needles: string, body: string): SecretRule => ({
  kind,
  needles: needles.split(" "),
  pattern: new RegExp(`${START}(?:${body})`, "g"),
});

const hasDigit = (text: string) => /[0-9]/.test(text);
const hasBothCases = (text: string) => /[a-z]/.test(text) && /[A-Z]/.test(text);

export const SHAPE_RULES: readonly SecretRule[] = [
  {
    kind: "aws-secret-key",
    needles: ["akia", "asia"],
    pattern: new RegExp(
      `${START}((?:AKIA|ASIA)[A-Z0-9]{16}[^A-Za-z0-9/+\\n]{1,12})[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])`,
      "g",
    ),
    replace: keepFirst("aws-secret-key"),
  },
  shape("aws-key-id", "akia asia abia acca", `(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{14,20}${END}`),
  {
    kind: "aws-secret-key",
    needles: ["secret"],
    pattern:
      /(secret[_ -]?(?:access[_ -]?)?key["']?[\s:=|,*]{1,24}["']?)(?=[A-Za-z0-9/+]{0,39}[0-9/+])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])/gi,
    replace: keepFirst("aws-secret-key"),
  },
  shape("github-token", "github_pat_", "github_pat_[A-Za-z0-9_]{16,}"),
  shape("github-token", "ghp_ gho_ ghu_ ghs_ ghr_", "gh[pousr]_[A-Za-z0-9]{16,}"),
  shape(
    "gitlab-token",
    "glpat- gldt- glrt- glptt- glcbt- glft- glsoat- glagent- glimt- gloas-",
    "gl(?:pat|dt|rt|rtr|ptt|cbt|ft|soat|agent|imt|oas)-[A-Za-z0-9_.-]{16,}",
  ),
  shape("npm-token", "npm_", `npm_[A-Za-z0-9]{30,}`),
  shape("pypi-token", "pypi-", "pypi-[A-Za-z0-9_-]{40,}"),
  shape("rubygems-token", "rubygems_", "rubygems_[a-f0-9]{40,}"),
  shape("docker-token", "dckr_", "dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}"),
  shape("slack-token", "xox", "xox[abeoprsc](?:\\.xox[bp])?-[A-Za-z0-9-]{10,}"),
  shape("slack-token", "xapp-", "xapp-[0-9]-[A-Za-z0-9-]{10,}"),
  {
    kind: "webhook",
    needles: ["hooks.slack.com", "/api/webhooks/"],
    pattern:
      /(hooks\.slack\.com\/(?:services|workflows|triggers)\/|discord(?:app)?\.com\/api\/webhooks\/[0-9]{5,25}\/)[A-Za-z0-9_/-]{10,}/g,
    replace: keepFirst("webhook"),
  },
  shape("stripe-key", "k_live_ k_test_", "(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{10,}"),
  shape("stripe-key", "whsec_", "whsec_[A-Za-z0-9+/=]{16,}"),
  shape("anthropic-key", "sk-ant-", "sk-ant-[A-Za-z0-9_-]{8,}"),
  {
    kind: "openai-key",
    needles: ["sk-"],
    pattern: new RegExp(`${START}sk-[A-Za-z0-9_-]{16,}`, "g"),
    // Names of styles and packages (`sk-folding-cube-large`) have neither digits nor both cases.
    replace: (match) => (hasDigit(match) || hasBothCases(match.slice(3)) ? mark("openai-key") : match),
  },
  shape("google-key", "aiza", "AIza[A-Za-z0-9_-]{30,}"),
  shape("google-token", "ya29.", "ya29\\.[A-Za-z0-9_-]{20,}"),
  shape("google-secret", "gocspx-", "GOCSPX-[A-Za-z0-9_-]{20,}"),
  shape("google-token", "1//0", "1//0[A-Za-z0-9_-]{30,}"),
  shape("huggingface-token", "hf_", "hf_[A-Za-z0-9]{20,}"),
  shape("groq-key", "gsk_", "gsk_[A-Za-z0-9]{20,}"),
  shape("xai-key", "xai-", "xai-[A-Za-z0-9]{40,}"),
  shape("replicate-token", "r8_", "r8_[A-Za-z0-9]{30,}"),
  shape("perplexity-key", "pplx-", "pplx-[A-Za-z0-9]{30,}"),
  shape("sendgrid-key", "sg.", "SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}"),
  shape("telegram-token", ":aa", "[0-9]{6,12}:AA[A-Za-z0-9_-]{30,}"),
  shape("discord-token", ".", `[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,45}${END}`),
  shape("everme-token", "evt_ emk_", "(?:evt|emk)_[A-Za-z0-9]{30,}"),
  shape("vault-token", "hvs. hvb. hvr.", "hv[sbr]\\.[A-Za-z0-9_-]{20,}"),
  shape("digitalocean-token", "_v1_", "do[opr]_v1_[a-f0-9]{40,}"),
  shape("shopify-token", "shpat_ shpss_ shpca_ shppa_", "shp(?:at|ss|ca|pa)_[A-Fa-f0-9]{30,}"),
  shape("grafana-token", "glsa_ glc_", "(?:glsa|glc)_[A-Za-z0-9_+/=-]{30,}"),
  shape("linear-key", "lin_api_", "lin_api_[A-Za-z0-9]{30,}"),
  shape("notion-token", "ntn_ secret_", "(?:ntn|secret)_[A-Za-z0-9]{40,}"),
  shape("postman-key", "pmak-", "PMAK-[A-Za-z0-9-]{40,}"),
  shape("databricks-token", "dapi", `dapi[a-f0-9]{32}(?:-[0-9])?${END}`),
  shape("sentry-token", "sntrys_ sntryu_", "sntry[su]_[A-Za-z0-9_+/=-]{30,}"),
  shape("supabase-key", "sbp_ sb_secret_", "(?:sbp_[a-f0-9]{30,}|sb_secret_[A-Za-z0-9_-]{20,})"),
  shape("tailscale-key", "tskey-", "tskey-[a-z]{2,12}-[A-Za-z0-9-]{12,}"),
  shape("figma-token", "figd_", "figd_[A-Za-z0-9_-]{30,}"),
  shape("atlassian-token", "atatt3 atctt3 atbb", "(?:ATATT3|ATCTT3|ATBB)[A-Za-z0-9_=-]{24,}"),
  shape("newrelic-key", "nrak-", "NRAK-[A-Z0-9]{20,}"),
  shape("planetscale-token", "pscale_", "pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{20,}"),
  shape("mailgun-key", "key-", `key-[a-f0-9]{32}${END}`),
  shape("mailchimp-key", "-us", `[a-f0-9]{32}-us[0-9]{1,2}${END}`),
  shape("twilio-key", "sk", `SK[a-f0-9]{32}${END}`),
  shape("age-key", "age-secret-key-", "AGE-SECRET-KEY-1[A-Z0-9]{40,}"),
  shape("jwt", "eyj", "eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]*){0,3}"),
  {
    kind: "password-hash",
    needles: ["$2", "$argon2"],
    pattern: /\$2[abxy]\$[0-9]{2}\$[./A-Za-z0-9]{53}|\$argon2(?:id|i|d)\$[A-Za-z0-9$=,+/]{30,}/g,
  },
];
