import { InjectionParams, StoredInjection } from "@/lib/contract/inject";
import { methods, route } from "@/lib/http/route";
import { getInjection } from "@/lib/inject/stored";

/** One block with the trace of why each line is in it. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ params: InjectionParams, output: StoredInjection }, ({ app, params }) => getInjection(app, params.id)),
});
