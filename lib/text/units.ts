/** What single UTF-16 units are to somebody who reads: nothing, a space, or a letter in another width. Pure. */

/** The narrow form of a full-width sign, and the plain i of Turkish letter case; any other unit as it is. */
export function narrowUnit(unit: number): number {
  if (unit >= 0xff01 && unit <= 0xff5e) return unit - 0xfee0;
  return unit === 0x130 || unit === 0x131 ? 0x69 : unit;
}

/** What Unicode calls white space. */
export const isBlankUnit = (unit: number): boolean =>
  unit === 32 ||
  (unit >= 9 && unit <= 13) ||
  unit === 0x85 ||
  unit === 0xa0 ||
  unit === 0x1680 ||
  (unit >= 0x2000 && unit <= 0x200a) ||
  unit === 0x2028 ||
  unit === 0x2029 ||
  unit === 0x202f ||
  unit === 0x205f ||
  unit === 0x3000;

const TAG_PLANE = 0xdb40;

/** Whether the unit at `at` shows nothing: joiners, marks of direction, selectors of variants, and the plane of tag characters. */
export function isInvisibleUnit(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 0xad) return unit === 0;
  if (unit >= 0xdc00 && unit <= 0xdfff) return text.charCodeAt(at - 1) === TAG_PLANE;
  return (
    unit === 0xad ||
    unit === 0x34f ||
    unit === 0x61c ||
    unit === 0x115f ||
    unit === 0x1160 ||
    unit === 0x17b4 ||
    unit === 0x17b5 ||
    (unit >= 0x180b && unit <= 0x180f) ||
    (unit >= 0x200b && unit <= 0x200f) ||
    (unit >= 0x202a && unit <= 0x202e) ||
    (unit >= 0x2060 && unit <= 0x206f) ||
    unit === 0x3164 ||
    (unit >= 0xfe00 && unit <= 0xfe0f) ||
    unit === 0xfeff ||
    unit === 0xffa0 ||
    (unit >= 0xfff0 && unit <= 0xfffb) ||
    unit === TAG_PLANE
  );
}
