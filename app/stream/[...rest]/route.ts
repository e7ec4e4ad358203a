import { methods, route } from "@/lib/http/route";
import { unknownAddress } from "@/lib/http/unknown";

const none = route({}, unknownAddress);

/** Every path below the stream: JSON 404, whatever the method. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = {
  ...methods({ GET: none, POST: none, PUT: none, PATCH: none, DELETE: none }),
  OPTIONS: none,
};
