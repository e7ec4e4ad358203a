/** A statement of change as the choice that it comes to, so that its key is that of what it changes. Pure, linear. */

const REWRITES: [RegExp, string][] = [
  // Words that only say that something changed.
  [
    /\bno longer\b|\bany ?more\b|\bafter all\b|\bon second thoughts?\b\s*[:,;—–-]?|\bactually\b,?|\bback(?= to\b)/gi,
    " ",
  ],
  [/^.{0,40}?\bchanged my mind\s*[:,;.—–-]+\s*(?:(?:let(?:['’]s| us)|please)\s+)?(?:use\s+)?/i, "use "],
  [
    /\b(?:switch|mov|migrat|chang|convert|upgrad|downgrad)(?:e|ed|ing)?\b((?: [\w-]+){0,5}?)(?: over)? from [\w@./+#-]{2,40}(?: \d[\w.]{0,12})? (?:over )?to (?=\S)/gi,
    "$1 use ",
  ],
  [/\b(?:switched|moved|migrated|went|switch|move|migrate|go)\b((?: [\w-]+){0,5}?)(?: over)? +to (?=\S)/gi, "$1 use "],
  [/\b(?:replaced?|swapped)(?: out)? [\w@./+#-]{2,40}(?: \d[\w.]{0,12})? (?:with|by|for) (?=\S)/gi, "use "],
  [/\b(?:dropped|abandoned|ditched|stopped using|got rid of|moved away from) (?=\S)/gi, "use "],
  [/^([\w@./+#-]{2,40}), (?:and )?not (?=\S)/i, "use $1, not "],
  // "We store carts in Postgres, not Redis", "Carts are stored in Postgres, not in Redis".
  [
    /\bwe (?:now |only |all )?(?:store|keep|put|save|write|run|host|deploy|build|test|cache|serve|log|send|publish|format|lint|queue) ([^,;.]{2,60}?) (?:in|on|to|with|by|as|from|through) ([\w@./+#-]{2,40})(?=,? (?:and )?not | instead of | rather than )/gi,
    "we use $2 for $1",
  ],
  [
    /^(?:the |our |all )?([^,;.?]{2,60}?) (?:is|are) (?:stored|kept|saved|written|run|hosted|deployed|built|tested|cached|served|logged|sent|published|formatted|queued) (?:in|on|to|with|by|as|from|through) ([\w@./+#-]{2,40})(?=,? (?:and )?not | instead of | rather than )/i,
    "we use $2 for $1",
  ],
  // A number that is set is no part of the subject.
  [/\b((?:listens?|runs?|serves?) on port) \d{2,5}\b/gi, "$1"],
  [/\b(is|are) now\b/gi, "$1"],
  // The same in Chinese.
  [/(?:不再|停止|已经不)(?:使用|用)了?\s*[^，。,;；]{1,30}[，,；;]\s*(?:改用|换成|改成|改为|使用|用)/gu, "改用"],
  [/(?:不再|停止|已经不)(?:使用|用)了?/gu, "改用"],
  [
    /(?:(?:从|由)\s*[^，。,;；从由]{1,30}?\s*)?(?:还是)?(?:换成|改成|改为|改用|切换到|切换成|切换为|切到|迁移到|换到|换为|换回|改回|迁到|升级到|调整为|调整到|调成|设为)了?/gu,
    "改用",
  ],
  [/监听\s*(\d{2,5})\s*端口/gu, "端口用 $1"],
];

export const asChoice = (text: string): string =>
  REWRITES.reduce((rewritten, [pattern, by]) => rewritten.replace(pattern, by), text)
    .replace(/ {2,}/g, " ")
    .trim();
