/** How the keyboard and a virtual list talk: most rows of such a list are not in the page, so the list moves the focus itself. */

/** Sent to a virtual list; the list that moves cancels it. `detail`: rows to go, 0 = back to the current one. */
export const ROW_MOVE = "keepsake:row-move";

export const VIRTUAL_LIST = "[data-virtual-list]";

/** Asks the list that has the focus, else the first one in sight. False = there is none, or it is empty. */
export function moveInList(step: -1 | 0 | 1): boolean {
  const focused = document.activeElement?.closest(VIRTUAL_LIST);
  const lists = [...document.querySelectorAll<HTMLElement>(VIRTUAL_LIST)];
  const list = focused ?? lists.find((one) => one.checkVisibility());
  if (list === undefined) return false;
  return !list.dispatchEvent(new CustomEvent<number>(ROW_MOVE, { detail: step, cancelable: true }));
}
