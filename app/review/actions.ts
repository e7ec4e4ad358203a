"use server";
/** What the review inbox asks and decides. None of these draws the page anew: the inbox moves on by itself. */
import { z } from "zod";
import type { ActionResult } from "@/components/change/result";
import { ProjectRef } from "@/lib/contract/common";
import { ReviewKind, type ReviewPage, ReviewQuery } from "@/lib/contract/review";
import { ReviewDecide, type ReviewDecided, type ReviewGroup, type ReviewItemNow } from "@/lib/contract/review-decide";
import type { App } from "@/lib/context";
import { decideReview } from "@/lib/review/decide";
import { groupsLike } from "@/lib/review/like";
import { listReview, reviewItem } from "@/lib/review/service";
import { PERSON } from "../_console/act";
import { attempt } from "../_console/load";

export async function decide(body: z.input<typeof ReviewDecide>): Promise<ActionResult<ReviewDecided>> {
  const result = await attempt((app) => decideReview(app, ReviewDecide.parse(body), PERSON));
  return result.ok ? { ok: true, data: result.data, operationId: result.data.operation_id } : result;
}

export async function morePages(query: z.input<typeof ReviewQuery>): Promise<ActionResult<ReviewPage>> {
  return read((app) => listReview(app, ReviewQuery.parse(query)));
}

const Item = z.strictObject({ kind: ReviewKind, id: z.number().int().positive() });

/** One item as it is now. */
export async function itemNow(ref: z.input<typeof Item>): Promise<ActionResult<ReviewItemNow>> {
  return read((app) => reviewItem(app, Item.parse(ref)));
}

const Like = Item.extend({ project: ProjectRef.optional() });

/** The ways in which others are like it. */
export async function likeGroups(ref: z.input<typeof Like>): Promise<ActionResult<ReviewGroup[]>> {
  return read((app) => groupsLike(app, Like.parse(ref)));
}

async function read<T>(run: (app: App) => T): Promise<ActionResult<T>> {
  const result = await attempt(run);
  return result.ok ? { ok: true, data: result.data, operationId: null } : result;
}
