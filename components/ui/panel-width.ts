/** Width of the panel in percent, as the cookie remembers it; read by the server, written by the browser. */
export const PANEL_COOKIE = "keepsake-panel";
export const PANEL_DEFAULT = 42;
export const PANEL_MIN = 25;
export const PANEL_MAX = 70;

export const clampPanel = (percent: number): number =>
  Number.isFinite(percent) ? Math.min(PANEL_MAX, Math.max(PANEL_MIN, Math.round(percent))) : PANEL_DEFAULT;
