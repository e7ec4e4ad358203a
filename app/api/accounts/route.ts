import { createAccount, listAccounts } from "@/lib/accounts/service";
import { Account, AccountList, NewAccount } from "@/lib/contract/accounts";
import { actorOf } from "@/lib/http/request-actor";
import { methods, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ reach: "all", output: AccountList }, ({ app }) => listAccounts(app)),
  POST: route({ reach: "all", body: NewAccount, output: Account, status: 201 }, ({ app, body, request }) =>
    createAccount(app, body, actorOf(request)),
  ),
});
