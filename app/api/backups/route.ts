import { listBackups, makeBackup } from "@/lib/backups/service";
import { BackupList, BackupMade } from "@/lib/contract/backups";
import { methods, route } from "@/lib/http/route";
import { actorOf } from "@/lib/http/request-actor";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({ output: BackupList }, ({ app }) => listBackups(app)),
  POST: route({ output: BackupMade, status: 201 }, ({ app, request }) => makeBackup(app, actorOf(request))),
});
