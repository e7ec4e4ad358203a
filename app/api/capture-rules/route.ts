import { wouldCapture } from "@/lib/capture/would-capture";
import { CaptureQuestion, CaptureVerdict } from "@/lib/contract/capture-rules";
import { methods, route } from "@/lib/http/route";

/** Would this folder, this tool be captured? Changes nothing. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({ body: CaptureQuestion, output: CaptureVerdict }, ({ app, body }) => wouldCapture(app, body)),
});
