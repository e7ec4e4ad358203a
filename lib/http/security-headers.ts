/** Headers that keep pages to themselves: nothing from outside, no frames, scripts of ours only (X07, X08). Pure. */

const COMMON: Record<string, string> = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
};

/** For data: even opened as a page it runs nothing. */
export const dataSecurityHeaders: Record<string, string> = {
  ...COMMON,
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
};

/** For pages. Next puts the nonce of the request's policy on its own inline scripts; components that write one need it too. */
export const pageSecurityHeaders = (nonce: string, isDevelopment: boolean): Record<string, string> => ({
  ...COMMON,
  "content-security-policy": [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    // Style attributes and the styles that the primitives insert carry no nonce; styles run nothing.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; "),
});
