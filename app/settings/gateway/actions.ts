"use server";
/** Keys and accounts of the EverMe gateway, made and ended by the person at the console. */
import { z } from "zod";
import type { ActionResult } from "@/components/change/result";
import { createAccount, createToken, revokeToken, rotateToken } from "@/lib/accounts/service";
import { NewAccount, NewToken, type TokenMade } from "@/lib/contract/accounts";
import { Id } from "@/lib/contract/common";
import { act, PERSON } from "../../_console/act";

export async function makeKey(input: NewToken): Promise<ActionResult<TokenMade>> {
  return act(NewToken, input, (app, asked) => ({ data: createToken(app, asked, PERSON), operationId: null }));
}

export async function replaceKey(id: number): Promise<ActionResult<TokenMade>> {
  return act(z.strictObject({ id: Id }), { id }, (app, asked) => ({
    data: rotateToken(app, asked.id, PERSON),
    operationId: null,
  }));
}

export async function endKey(id: number): Promise<ActionResult<null>> {
  return act(z.strictObject({ id: Id }), { id }, (app, asked) => {
    revokeToken(app, asked.id, PERSON);
    return { data: null, operationId: null };
  });
}

export async function makeAccount(name: string): Promise<ActionResult<null>> {
  return act(NewAccount, { name }, (app, asked) => {
    createAccount(app, asked, PERSON);
    return { data: null, operationId: null };
  });
}
