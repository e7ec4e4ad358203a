/** Job `session.extract`: one ended session. What is to be tried again later is left to the stale run. */
import { z } from "zod";
import { AppError } from "../contract/errors";
import type { JobHandler } from "../jobs/types";
import { extractSession } from "./service";

const Payload = z.object({ sessionId: z.string().min(1), projectId: z.number().int().nullable() });

export const extractSessionHandler: JobHandler = {
  batch: 1,
  async run(app, jobs) {
    for (const job of jobs) {
      const payload = Payload.safeParse(job.payload);
      if (!payload.success) throw new AppError("validation_failed", `Job ${job.id} names no session.`);
      await extractSession(app, payload.data.sessionId, payload.data.projectId);
    }
  },
};
