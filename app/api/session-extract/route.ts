import { SessionExtractAccepted, SessionExtractRequest } from "@/lib/contract/session-extract";
import { methods, route } from "@/lib/http/route";
import { takeSessionEnd } from "@/lib/session-extract/take";

/** POST: an ended session is to be extracted whole; answers as soon as the job is durable (E61). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ body: SessionExtractRequest, output: SessionExtractAccepted, status: 202 }, ({ app, body }) =>
    takeSessionEnd(app, body),
  ),
});
