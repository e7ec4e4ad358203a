/** The one-time link by which a browser comes in where the server asks for a token (design §6). */
import { z } from "zod";
import { EpochMs } from "./common";

export const LoginQuery = z.object({ code: z.string().min(20).max(100) });
export const LoginLink = z.object({ url: z.string(), expires_at: EpochMs }).meta({ id: "LoginLink" });
export type LoginLink = z.infer<typeof LoginLink>;
