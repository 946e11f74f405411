//! Prints, for each file named on standard input, the strings that it imports, as a line of JSON.
const std = @import("std");

pub fn main() !void {
    var arena = std.heap.ArenaAllocator.init(std.heap.page_allocator);
    const gpa = arena.allocator();
    const arguments = try std.process.argsAlloc(gpa);
    const root = arguments[1];
    const input = try std.io.getStdIn().readToEndAlloc(gpa, 1 << 30);
    var buffered = std.io.bufferedWriter(std.io.getStdOut().writer());
    const out = buffered.writer();
    var files = std.mem.tokenizeScalar(u8, input, '\n');
    while (files.next()) |file| {
        const path = try std.fs.path.join(gpa, &.{ root, file });
        const text = try std.fs.cwd().readFileAllocOptions(gpa, path, 1 << 30, null, 1, 0);
        const ast = try std.zig.Ast.parse(gpa, text, .zig);
        if (ast.errors.len > 0) continue;
        var targets = std.ArrayList([]const u8).init(gpa);
        const tags = ast.nodes.items(.tag);
        for (tags, 0..) |tag, node| {
            if (tag != .builtin_call_two) continue;
            const argument = ast.nodes.items(.data)[node].lhs;
            const name = ast.tokenSlice(ast.nodes.items(.main_token)[node]);
            if (argument == 0 or tags[argument] != .string_literal or !std.mem.eql(u8, name, "@import")) continue;
            const literal = ast.tokenSlice(ast.nodes.items(.main_token)[argument]);
            const source = try std.zig.string_literal.parseAlloc(gpa, literal);
            if (!std.mem.endsWith(u8, source, ".zig")) continue;
            const folder = std.fs.path.dirname(file) orelse "";
            const target = try std.fs.path.resolvePosix(gpa, &.{ folder, source });
            try targets.append(target);
        }
        try std.json.stringify(.{ file, targets.items }, .{}, out);
        try out.writeByte('\n');
    }
    try buffered.flush();
}
