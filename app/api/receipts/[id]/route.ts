import { Receipt, ReceiptParams } from "@/lib/contract/operations";
import { methods, route } from "@/lib/http/route";
import { getReceipt } from "@/lib/operations/receipts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ params: ReceiptParams, output: Receipt }, ({ app, params }) => getReceipt(app, params.id)),
});
