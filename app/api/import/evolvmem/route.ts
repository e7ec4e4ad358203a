import { EvolvMemImport, ImportReport } from "@/lib/contract/transfer";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { importEvolvMem } from "@/lib/transfer/evolvmem";

/** E1, E3, E7, E136: another tool's store, read-only and once. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ body: EvolvMemImport, output: ImportReport }, ({ app, body, request }) =>
    importEvolvMem(app, body, actorOf(request)),
  ),
});
