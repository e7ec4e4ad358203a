import { InjectionPreview, InjectionPreviewInput } from "@/lib/contract/inject-preview";
import { methods, route } from "@/lib/http/route";
import { previewInjection } from "@/lib/recall/preview";

/** The block that an agent would get now, or with settings that are tried; nothing is stored. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ body: InjectionPreviewInput, output: InjectionPreview }, ({ app, body }) => {
    const { overrides, ...query } = body;
    return previewInjection(app, query, overrides);
  }),
});
