/** What an address answers that no route takes. */
import { AppError } from "../contract/errors";

export function unknownAddress(): never {
  throw new AppError("not_found", "There is nothing at this address.", {
    hint: "GET /api/openapi.json lists all addresses.",
  });
}
