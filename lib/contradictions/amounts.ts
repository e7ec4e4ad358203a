/** Amounts, dates and times in one measure each, so that "5 minutes" and "300 s" are the same value. Pure. */

/** Factor to the base of the dimension. */
const UNITS = new Map<string, [dimension: string, factor: number]>();
const unit = (dimension: string, factor: number, names: string): void => {
  for (const name of names.split(" ")) UNITS.set(name, [dimension, factor]);
};
unit("duration", 0.001, "ms msec msecs millisecond milliseconds 毫秒");
unit("duration", 1, "s sec secs second seconds 秒 秒钟");
unit("duration", 60, "m min mins minute minutes 分钟 分");
unit("duration", 3_600, "h hr hrs hour hours 小时 个小时");
unit("duration", 86_400, "d day days 天 日");
unit("duration", 604_800, "w week weeks 周 个星期 星期");
unit("duration", 2_592_000, "month months 个月 月");
unit("duration", 31_536_000, "year years 年");
unit("size", 1, "b byte bytes 字节");
unit("size", 1_024, "k kb kib");
unit("size", 1_048_576, "mb mib");
unit("size", 1_073_741_824, "g gb gib");
unit("size", 1_099_511_627_776, "tb tib");
unit("share", 1, "% percent 个百分点");
unit("length", 1, "px");
unit("em", 1, "em rem");
unit("rate", 1, "rps qps req/s rpm");
unit("times", 1, "x 倍");
unit("money", 1, "usd dollars 元 美元 块");
unit("count", 1, "次 个 行 条 位 字符 人 台 份 名 级 遍 轮 字");

/** Longest first, so that `ms` is not read as `m`. */
export const UNIT_NAMES = [...UNITS.keys()].sort((a, b) => b.length - a.length);

const DIGITS = "零一二三四五六七八九";

/** Value of a Chinese numeral below ten thousand: 三, 十二, 两百, 三十五. */
function fromChinese(text: string): number {
  let total = 0;
  let digit = 0;
  for (const character of text) {
    const scale = { 十: 10, 百: 100, 千: 1_000, 万: 10_000 }[character];
    if (scale === undefined) {
      digit = character === "两" ? 2 : character === "〇" ? 0 : character === "半" ? 0.5 : DIGITS.indexOf(character);
      continue;
    }
    total = scale === 10_000 ? (total + digit) * scale : total + (digit === 0 ? 1 : digit) * scale;
    digit = 0;
  }
  return total + digit;
}

export function numberOf(text: string): number {
  return /^\d/.test(text) ? Number(text.replace(/[,_]/g, "")) : fromChinese(text);
}

/** `duration`, 300 for "5 minutes"; a unit that we don't know is a count of itself. */
export function quantityOf(amount: string, unitName: string): { dimension: string; key: string } {
  const [dimension, factor] = UNITS.get(unitName.toLowerCase()) ?? [unitName, 1];
  return { dimension, key: `${dimension}:${Number((numberOf(amount) * factor).toPrecision(12))}` };
}

const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/** 1 (Monday) to 7. */
export function weekdayOf(text: string): string {
  const english = WEEKDAYS.indexOf(text.toLowerCase().slice(0, 3));
  if (english >= 0) return String(english + 1);
  const last = text.at(-1) ?? "";
  return String("日天".includes(last) ? 7 : "一二三四五六".indexOf(last) + 1);
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Numbers of a date in the order year, month, day, as far as it names them: `2026-3-1`, `3-1`. */
export function dateOf(text: string): string {
  const numbers = (text.match(/\d+/g) ?? []).map(Number);
  const word = /[a-z]{3}/i.exec(text)?.[0].toLowerCase();
  const month = word === undefined ? -1 : MONTHS.indexOf(word);
  if (month < 0) return numbers.join("-");
  const year = numbers.find((number) => number > 31);
  const day = numbers.find((number) => number <= 31);
  return [year, month + 1, day].filter((part) => part !== undefined).join("-");
}

/** Minutes since midnight. */
export function timeOf(text: string): string {
  const [hours = 0, minutes = 0] = (text.match(/\d+/g) ?? []).map(Number);
  const isLate = /pm$|^下午|^晚上/i.test(text.replace(/[\s.]/g, "")) && hours < 12;
  return String((hours + (isLate ? 12 : 0)) * 60 + (text.includes("半") ? 30 : minutes));
}
