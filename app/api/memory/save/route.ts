import { MemorySave, MemorySaved } from "@/lib/contract/worker-lists";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";
import { saveNote } from "@/lib/worker/note";

/** M27. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ body: MemorySave, output: MemorySaved }, ({ app, body, request }) =>
    saveNote(app, body, actorOf(request)),
  ),
});
